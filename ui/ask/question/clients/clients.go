// Package clients answers questions about real clients: which exist, what one does with its parameters and which
// surprises they hold, and with which parameters it comes nearest to a policy.
package clients

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/client"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// words returns a column of words.
func words(name string, of func(i int) string) answer.Column {
	return answer.Column{Name: name, Kind: unit.Count, Words: of}
}

// table returns a table of words.
func table(name string, n int, columns ...answer.Column) answer.Table {
	row := make([]float64, len(columns))
	return answer.Table{Name: name, Len: n, Columns: columns, Row: func(int) []float64 { return row }}
}

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
		return answer.Answer{None: &none}
	}
	return answer.Answer{
		Summary: answer.Counted(float64(len(list)), "client", "clients") +
			". retune clients NAME explains one; --client NAME uses it in any command.",
		Tables: []answer.Table{clients(list)},
	}
}

func clients(list []*client.Row) answer.Table {
	t := table("clients", len(list),
		words("name", func(i int) string { return list[i].Name }),
		words("title", func(i int) string { return list[i].Title }),
		words("version", func(i int) string { return list[i].Version }),
		words("counts", func(i int) string { return list[i].Counts.String() }),
		words("held by", func(i int) string { return list[i].Held.String() }),
		words("source", func(i int) string { return list[i].Source }))
	t.Columns[2].Detail, t.Columns[5].Detail = true, true
	return t
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
		a.Tables = append(a.Tables, table("notes", len(r.Notes), words("note", func(i int) string { return r.Notes[i] })))
	}
	if found := Findings(v); len(found) > 0 {
		a.Tables = append(a.Tables, findings(found, false))
	}
	one := clients([]*client.Row{r})
	one.Columns = append(one.Columns,
		words("formula", func(int) string { return r.Formula }),
		words("stops", func(int) string { return r.Stops }),
		words("names", func(int) string { return strings.Join(r.Names, " ") }))
	for j := range one.Columns {
		one.Columns[j].Detail = j != 0 && j != 3 && j != 4 && j != 5
	}
	one.Row = func(int) []float64 { return make([]float64, len(one.Columns)) }
	a.Tables = append(a.Tables, one)
	return a
}

func parameters(v client.Values) answer.Table {
	list := v.Row.Parameters
	text := func(i int, x float64) string {
		switch text := setting.ParameterText(&list[i], x); {
		case text != "":
			return text
		case math.IsNaN(x):
			return "-"
		}
		return "none"
	}
	return table("parameters", len(list),
		words("parameter", func(i int) string { return list[i].Name }),
		words("value", func(i int) string { return text(i, v.Value(i)) }),
		words("default", func(i int) string {
			if list[i].Example {
				return "no default"
			}
			return text(i, list[i].Default)
		}),
		words("help", func(i int) string { return list[i].Help }))
}

// A Finding is a surprising effect of parameters, in words.
type Finding struct {
	Weight, Text, Advice string
	Client, Where, Path  string
	rank                 client.Weight
}

// Findings returns the findings about a client, most severe first.
func Findings(v client.Values) (list []Finding) {
	p, _ := v.Policy()
	for _, f := range client.Findings(v, p) {
		list = append(list, Finding{
			Weight: f.Weight.String(),
			Text:   filled(f.Sentence),
			Advice: filled(f.Advice),
			Client: v.Row.Name,
			rank:   f.Weight,
		})
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
	return answer.Agreed(text)
}

func findings(list []Finding, where bool) answer.Table {
	columns := []answer.Column{words("weight", func(i int) string { return list[i].Weight })}
	if where {
		columns = append(columns,
			words("where", func(i int) string { return list[i].Where }),
			words("path", func(i int) string { return list[i].Path }),
			words("client", func(i int) string { return list[i].Client }))
		columns[2].Detail = true
	}
	text := words("finding", func(i int) string { return list[i].Text })
	text.Read = func(i int) string { return strings.TrimSuffix(list[i].Text+"; "+list[i].Advice, "; ") }
	advice := words("advice", func(i int) string { return list[i].Advice })
	advice.Detail = true
	return table("findings", len(list), append(columns, text, advice)...)
}
