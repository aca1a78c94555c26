package cli

import (
	"fmt"
	"strings"

	"retune/calc/jitter"
	"retune/ui/config"
	"retune/ui/glossary"
	"retune/ui/knob"
	"retune/ui/query"
	"retune/ui/snippet"
)

// tables is what documents have of the tables of the program, as Markdown.
var tables = map[string]func() string{
	"knobs": knobTables, "jitter": jitterTable, "values": valueTable, "queries": queryTable, "results": resultTable, "words": words, "files": fileTable,
}

// knobTables is what can be set, a table for each group.
func knobTables() string {
	var b strings.Builder
	for _, g := range knob.Groups() {
		list := knob.InGroup(knob.Knobs, g)
		if len(list) == 0 || g == knob.GroupResults {
			continue
		}
		fmt.Fprintf(&b, "\n### %s\n\n", g)
		row(&b, "flag", "symbol", "meaning", "values", "default", "JSON key", "also understood")
		rule(&b, 7)
		for _, k := range list {
			flag := code("--" + k.Name)
			if k.Short != "" {
				flag = code("-"+k.Short) + ", " + flag
			}
			row(&b, flag, k.Symbol, k.Help, k.Range(), k.Text(knob.Default()), code(k.Key()), strings.Join(strings.Fields(k.Names), ", "))
		}
	}
	return b.String() + "\n"
}

// fileTable is what is read and written: configuration of clients, and code.
func fileTable() string {
	var b strings.Builder
	row(&b, "name", "file", "read", "written")
	rule(&b, 4)
	for _, f := range config.Formats {
		row(&b, code(f.Name), f.Title, "yes", map[bool]string{true: "as code", false: "yes"}[f.Frame == ""])
	}
	for _, t := range snippet.Targets {
		row(&b, code(t.Name), t.Title, "", t.Language.Name+", for "+t.Library)
	}
	return b.String()
}

// jitterTable is the types of jitter.
func jitterTable() string {
	var b strings.Builder
	row(&b, "type", "delay", "amount", "used by")
	rule(&b, 4)
	for i, r := range jitter.Types {
		amount := ""
		if r.Unit != jitter.NoAmount {
			amount = [...]string{"", "j, a share of d", "a time", "m, the multiplier"}[r.Unit]
		}
		row(&b, code(knob.JitterText(jitter.Jitter{Type: jitter.Type(i), Amount: r.Default, From: r.DefaultFrom})), r.Formula, amount, r.Users)
	}
	return b.String()
}

// valueTable is the words of knobs that take one of a few.
func valueTable() string {
	var b strings.Builder
	row(&b, "value", "meaning")
	rule(&b, 2)
	for _, t := range glossary.Topics() {
		if value := t.Value(); value != "" && t.Of != "jitter" {
			row(&b, code("--"+t.Of+" "+value), t.What)
		}
	}
	return b.String()
}

// resultTable is the results that can be wanted.
func resultTable() string {
	var b strings.Builder
	row(&b, "result", "meaning", "also understood")
	rule(&b, 3)
	for _, r := range query.Results {
		row(&b, code(r.Name), r.Help, strings.Join(strings.Fields(r.Names), ", "))
	}
	return b.String()
}

// queryTable is what can be asked.
func queryTable() string {
	var b strings.Builder
	row(&b, "asked by", "answer")
	rule(&b, 2)
	for _, q := range query.Queries {
		asked := "retune " + q.Sub()
		if q.Word != "" {
			asked += " " + strings.ToUpper(q.Word)
		}
		if k, ok := q.Knob(q.Flag); ok {
			asked = "retune " + k.Flag()
		}
		row(&b, code(asked), q.Short)
	}
	return b.String()
}

// words is the glossary.
func words() string {
	var b strings.Builder
	for _, g := range glossary.Groups {
		fmt.Fprintf(&b, "\n## %s\n", g.Name)
		for _, t := range g.Terms {
			fmt.Fprintf(&b, "\n### %s\n\n%s\n", t.Name, glossary.Wrap(strings.TrimSpace(t.What+" "+t.When), 110, ""))
			b.WriteString("\n")
			item := func(name, text string) {
				if text != "" {
					fmt.Fprintf(&b, "- %s: %s\n", name, text)
				}
			}
			item("also called", t.Also)
			item("elsewhere", t.In)
			if len(t.Try) > 0 {
				item("try", "`"+strings.Join(t.Try, "`, `")+"`")
			}
			item("see", t.See)
			item("source", t.Source)
		}
	}
	return b.String() + "\n"
}

func code(text string) string { return "`" + text + "`" }

func rule(b *strings.Builder, columns int) { b.WriteString(strings.Repeat("| --- ", columns) + "|\n") }

func row(b *strings.Builder, cells ...string) {
	for _, cell := range cells {
		b.WriteString("|")
		if cell != "" {
			b.WriteString(" " + strings.ReplaceAll(cell, "|", `\|`))
		}
		b.WriteString(" ")
	}
	b.WriteString("|\n")
}
