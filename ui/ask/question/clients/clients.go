// Package clients answers questions about real clients: which exist, what one does with its parameters and which
// surprises they hold, and with which parameters it comes nearest to a policy.
package clients

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/client"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// Names returns the names of all clients.
func Names() (list []string) {
	for i := range client.Rows() {
		list = append(list, client.Rows()[i].Name)
	}
	return list
}

// Title returns a short description of the named client, or "".
func Title(name string) string {
	if row := client.Find(name); row != nil {
		return row.Title
	}
	return ""
}

// Others returns the other names of the named client.
func Others(name string) []string {
	if row := client.Find(name); row != nil {
		return row.Names
	}
	return nil
}

// List returns the clients whose names, titles or sources contain all words of search. The best known come first.
func List(search string) answer.Answer {
	var list []*client.Row
	for i := range client.Rows() {
		r := &client.Rows()[i]
		text := strings.ToLower(strings.Join(append([]string{r.Name, r.Title, r.Source}, r.Names...), " "))
		all := true
		for word := range strings.FieldsSeq(strings.ToLower(search)) {
			all = all && strings.Contains(text, word)
		}
		if all {
			list = append(list, r)
		}
	}
	known := client.Known()
	place := func(r *client.Row) int {
		if i := slices.Index(known, r.Name); i >= 0 {
			return i
		}
		return len(known)
	}
	slices.SortStableFunc(list, func(a, b *client.Row) int { return place(a) - place(b) })
	if len(list) == 0 {
		none := answer.None{Reason: "there is no client " + unit.Quote(search), Hint: "retune clients lists all"}
		if names := strings.Fields(search); len(names) == 2 && client.Find(names[0]) != nil && client.Find(names[1]) != nil {
			none.Hint = "retune compare --client " + names[0] + " --vs client=" + names[1] + " compares them"
		}
		return answer.Answer{None: &none}
	}
	return answer.Answer{
		Summary: answer.Counted(float64(len(list)), "client", "clients") +
			". retune clients NAME explains one; --client NAME uses it in any command.",
		Tables: []answer.Table{clients(list)},
	}
}

// cells returns the row of a client in a table: name, title, version, what it counts, what holds it, and the source.
func cells(r *client.Row) []string {
	return []string{r.Name, r.Title, r.Version, r.Counts.String(), r.Held.String(), r.Source}
}

func clients(list []*client.Row) answer.Table {
	var rows [][]string
	for _, r := range list {
		rows = append(rows, cells(r))
	}
	return answer.WordTable("clients", "name, title, version: detail, counts, held by as checked by, source: detail", rows)
}

// Of returns the default parameters of the named client. ok is false if it is unknown.
func Of(name string) (v client.Values, ok bool) {
	if row := client.Find(name); row != nil {
		return row.Defaults(), true
	}
	return v, false
}

// About describes a client with its parameters: its rule, its parameters and the surprises.
func About(v client.Values) answer.Answer {
	r := v.Row
	a := answer.Answer{
		Summary: fmt.Sprintf("%s (%s). Delay before retry k: %s. It counts %s. Retries end by: %s.",
			r.Title, r.Version, r.Formula, r.Counts, r.Stops),
		Tables: []answer.Table{parameters(v)},
	}
	if r.On != "" {
		a.Summary += " It retries: " + r.On + "."
	}
	if r.Honor != nil {
		a.Summary += fmt.Sprintf(" Retry-After: %s (%s).", setting.HonorText(v.Honor()), r.HonorSource)
	}
	if len(r.Notes) > 0 {
		var rows [][]string
		for _, note := range r.Notes {
			rows = append(rows, []string{note})
		}
		a.Tables = append(a.Tables, answer.WordTable("notes", "note", rows))
	}
	if found := found(v); len(found) > 0 {
		a.Tables = append(a.Tables, findings(found, false))
	}
	a.Tables = append(a.Tables, answer.WordTable("clients", "name, title: detail, version: detail, counts, held by, "+
		"source, formula: detail, stops: detail, names: detail",
		[][]string{append(cells(r), r.Formula, r.Stops, strings.Join(r.Names, " "))}))
	return a
}

// numberIn returns the unit of a number for a time, and an example if the client writes times with their unit.
func numberIn(p *client.Parameter) string {
	if p.Written.Example != "" {
		return "write " + p.Written.Example
	}
	return cmp.Or(setting.NumberUnit(p), "-")
}

func parameters(v client.Values) answer.Table {
	var rows [][]string
	for i, p := range v.Row.Parameters {
		text := func(x float64) string {
			if math.IsNaN(x) {
				return "-"
			}
			return cmp.Or(setting.ParameterText(&p, x), "none")
		}
		usual := text(p.Default)
		if p.Example {
			usual = "no default"
		}
		rows = append(rows, []string{p.Name, text(v.Value(i)), usual, numberIn(&p), p.Help})
	}
	return answer.WordTable("parameters", "parameter, value, default, number in, help", rows)
}

// A Finding is a surprising effect of parameters, in words.
type Finding struct {
	Rule         client.Rule
	Text, Advice string
	Client       string
	Where, Path  string // place in a file, or ""
}

func (f Finding) weight() client.Weight { return f.Rule.Row().Weight }

// found returns the findings about a client, most severe first.
func found(v client.Values) (list []Finding) {
	p, _ := v.Policy()
	for _, f := range client.Findings(v, p) {
		list = append(list, Finding{Rule: f.Rule, Text: filled(f.Sentence), Advice: filled(f.Advice), Client: v.Row.Name})
	}
	return list
}

// filled returns the sentence with its figures.
func filled(f client.Sentence) string {
	text := f.Text
	for _, x := range f.Figures {
		figure := unit.Number.Format(x.X)
		switch {
		case x.Part:
			figure = unit.Share.Format(x.X)
		case x.Unit == client.Count:
			figure = unit.Count.Format(x.X)
		case x.Unit == client.Seconds:
			figure = unit.Duration.Format(x.X)
		}
		text = strings.Replace(text, "{}", figure, 1)
	}
	return answer.Singulars(text)
}

// findings returns findings as a table, with their places if they are from a file.
func findings(list []Finding, places bool) answer.Table {
	var rows [][]string
	for _, f := range list {
		rows = append(rows, []string{f.Rule.ID(), f.weight().String(), f.Where, f.Path, f.Client, f.Text, f.Advice})
	}
	t := answer.WordTable("findings", "rule, weight, where, path: detail, client, finding, advice: detail", rows)
	if !places {
		t = t.SelectColumns([]int{0, 1, 5, 6})
	}
	return t.WithRows(len(list), func(i int) []answer.Value {
		row := t.Row(i)
		row[len(row)-2].TableText = strings.TrimSuffix(list[i].Text+"; "+list[i].Advice, "; ")
		return row
	})
}
