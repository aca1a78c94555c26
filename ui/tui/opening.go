package tui

import (
	"cmp"
	"context"
	"strings"

	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
)

// browseFiles lists scenario files in the background.
func (m Model) browseFiles() Model {
	switch m = m.commit(); {
	case m.mode == typing:
		return m
	case m.options.Load == nil:
		m.note = "there are no files to open"
		return m
	}
	list, open := m.options.List, ""
	if m.document != nil {
		open = m.document.Name
	}
	return m.does(m.inBackground(m.life, func(context.Context) arrival {
		names := list(open)
		return func(m Model) Model {
			var list []item
			for _, name := range names {
				list = append(list, openItem(name))
			}
			return m.listing(menu{title: "open a scenario file: choose one, or type its name", items: list,
				typed: Model.typedDocument})
		}
	}))
}

// typedDocument returns the item of the typed file name.
func (m Model) typedDocument(name string) []item {
	if name = strings.TrimSpace(name); name == "" {
		return nil
	}
	it := openItem(name)
	it.kind = "typed"
	return []item{it}
}

func openItem(name string) item {
	return item{kind: "file", name: name, help: "enter opens it", take: func(m Model) Model {
		m.note = "opening " + name + "..."
		outside := m.options.Files
		return m.does(m.inBackground(m.life, func(context.Context) arrival {
			var d scenario.Document
			data, err := outside.Load(name)
			if err == nil {
				d, err = scenario.NewDocument(name, data, outside.Parse)
			}
			return func(m Model) Model { return m.openedBy(d, err) }
		}))
	}}
}

// openedBy shows the file, or a menu if it has several policies or outages.
func (m Model) openedBy(d scenario.Document, err error) Model {
	m = m.browse()
	if m.note = ""; err != nil {
		m.note = "✗ " + err.Error()
		return m
	}
	list := policyItems(d)
	if len(list) == 1 {
		return list[0].take(m)
	}
	return m.listing(menu{title: "what to look at of the file", items: list})
}

// policyItems returns each policy of a file in each outage, and each other policy beside the first.
func policyItems(d scenario.Document) (list []item) {
	add := func(kind, name string, d scenario.Document) {
		help := ""
		if s, err := d.Scenario(); err == nil {
			help = strings.TrimPrefix(setting.Command(verdictQuestion.Args(&s, nil)), "retune fleet ")
		}
		list = append(list, item{kind: kind, name: name, help: help,
			take: func(m Model) Model { return m.showDocument(d) }})
	}
	for _, p := range d.Policies {
		for _, o := range d.Outages {
			d.Policy, d.Outage = p.Name, o.Name
			add("policy", cmp.Or(scenario.Case{Policy: p.Name, Outage: o.Name}.Name(), "all"), d)
		}
	}
	d.Policy, d.Outage = d.Policies[0].Name, d.Outages[0].Name
	for _, p := range d.Policies[1:] {
		d.Beside = p.Name
		add("pair", d.Policy+" and "+p.Name, d)
	}
	return list
}

// showDocument shows what a document sets. The u key undoes this.
func (m Model) showDocument(d scenario.Document) Model {
	s, err := d.Scenario()
	if m = m.turnUnless(s, err); err != nil {
		return m
	}
	m.document = &d
	m.note = "opened " + strings.TrimSuffix(d.Name+": "+scenario.Case{Policy: d.Policy, Outage: d.Outage}.Name(), ": ")
	return m
}
