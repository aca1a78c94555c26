package glossary

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"retune/calc/jitter"
	"retune/ui/knob"
	"retune/ui/query"
)

// Wrap breaks a paragraph into lines of at most width characters; those after the
// first begin with the indent. A no-break space is not broken at.
func Wrap(text string, width int, indent string) string {
	var b strings.Builder
	at := 0
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' || r == '\n' }) {
		n := utf8.RuneCountInString(word)
		switch {
		case at == 0:
		case at+1+n > width:
			b.WriteString("\n" + indent)
			at = 0
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += n
	}
	return strings.ReplaceAll(b.String(), "\u00a0", " ")
}

// whole joins names with commas so that none of them is broken by Wrap.
func whole(names []string) string {
	return strings.ReplaceAll(strings.Join(names, ",\n"), " ", "\u00a0")
}

// A fact is a name and what is said under it.
type fact struct{ name, text string }

// facts is what the tables know of the topic.
func (t Topic) facts() (facts []fact) {
	add := func(name, text string) {
		if text != "" {
			facts = append(facts, fact{name, text})
		}
	}
	if k := t.Knob; k != nil && !k.Wants {
		flag := "--" + k.Name
		if k.Short != "" {
			flag = "-" + k.Short + ", " + flag
		}
		if k.Within != "" {
			flag = "written after --" + k.Within
		}
		add("flag", flag)
		add("values", k.Range())
		add("default", k.Text(knob.Default()))
		add("symbol", k.Symbol)
	}
	if len(t.Types) == 0 && t.Value() != "" {
		add("written", "--"+t.Of+" "+t.Value())
	}
	for _, row := range t.Types {
		add("written", "--jitter "+knob.JitterText(jitter.Jitter{Type: typeOf(row), Amount: row.Default, From: row.DefaultFrom}))
		text := ""
		if row.Unit != jitter.NoAmount {
			text = "; the amount is " + [...]string{"", "j, a share of d", "a time", "the multiplier m"}[row.Unit]
		}
		add("delay", row.Formula+text)
		add("used by", row.Users)
	}
	add("also called", whole(t.others()))
	add("elsewhere", t.In)
	if k := t.Knob; k != nil && !k.Wants {
		add("JSON key", k.Key())
		if !k.Asks && k.HasFlag() {
			add("environment", k.Env())
		}
	}
	if q := t.Asks; q != nil && q.Flag != "" {
		add("answers", q.Short)
	} else if q != nil {
		add("sub-command", "retune "+q.Sub()+": "+q.Short+" (retune "+q.Sub()+" --help)")
	}
	add("see", whole(list(t.See)))
	add("source", t.Source)
	return facts
}

// others is what else the topic is called.
func (t Topic) others() []string {
	var names []string
	for _, name := range t.names()[1:] {
		if len(name) > 2 && !called(slug(name), append(names, t.Name)...) {
			names = append(names, name)
		}
	}
	return names
}

// Examples is commands that show the topic: those of its term, or how a result is
// asked for.
func (t Topic) Examples() []string {
	if t.Result == nil || len(t.Try) > 0 {
		return t.Try
	}
	ask := "retune what " + t.Knob.Name
	q, _ := query.Find("what")
	s := knob.Default()
	set := func(name, value string) {
		if k, ok := q.Knob(name); ok && k.Set(&s, value) == nil && !k.Bare {
			ask += " " + k.Flag() + " " + value
		}
	}
	set("result", t.Knob.Name)
	for range len(samples) {
		if name := q.Missing(s); name != "" {
			set(name, samples[name])
		}
	}
	return []string{ask}
}

// samples are values for what a result may need to be asked.
var samples = map[string]string{"at": "30s", "outage": "60s", "vs": "r=1.5", "failure-rate": "5%"}

// Print writes the page of the topic in lines of at most width characters.
func (t Topic) Print(w io.Writer, width int) {
	fmt.Fprintln(w, t.Name)
	for _, text := range []string{t.What, t.When} {
		if text != "" {
			fmt.Fprintln(w, "\n  "+Wrap(text, width-2, "  "))
		}
	}
	before := ""
	for _, row := range t.Types {
		picture := "\n  " + strings.Join(Picture(row), "\n  ")
		if picture != before {
			fmt.Fprintln(w, picture)
		}
		before = picture
	}
	if t.Name == "jitter" {
		fmt.Fprintln(w)
		printTypes(w, width)
	}
	fmt.Fprintln(w)
	for _, f := range t.facts() {
		fmt.Fprintf(w, "  %-12s %s\n", f.name, Wrap(f.text, width-15, strings.Repeat(" ", 15)))
	}
	for i, line := range t.Examples() {
		name := ""
		if i == 0 {
			name = "try"
		}
		fmt.Fprintf(w, "  %-12s %s\n", name, line)
	}
}

// Value is the word of the knob Of that the term is about, as it is typed, or "".
func (t Topic) Value() string {
	k, _ := knob.Find(t.Of)
	for _, word := range k.Words() {
		kind, _, _ := strings.Cut(word, "=")
		if called(slug(kind), append(t.names(), strings.TrimSuffix(t.Name, " "+t.Of))...) {
			return word
		}
	}
	return ""
}

// printTypes lists the types of jitter that are not rare: how it is written, what it makes of d, and a
// picture of that from 0 to 2 d.
func printTypes(w io.Writer, width int) {
	fmt.Fprintf(w, "  %-17s %-24s %-16s\n", "--jitter", "delay", "0         d         2d")
	var rare []string
	for i, row := range jitter.Types {
		if row.Rare {
			rare = append(rare, row.Name)
			continue
		}
		fmt.Fprintf(w, "  %-17s %-24s %s\n", knob.JitterText(jitter.Jitter{Type: jitter.Type(i), Amount: row.Default, From: row.DefaultFrom}), strings.TrimSuffix(row.Formula, ", t the delay before"), Spark(row))
	}
	fmt.Fprintln(w, "\n  "+Wrap("d is the delay before jitter, a the initial delay, t the delay before; U(x, y) is uniform between x and y, N(0, v) normal with the variance v. retune help full, retune help spread and so on say more of each. Rules of single libraries: "+strings.Join(rare, ", ")+".", width-2, "  "))
}

// PrintTopics lists what can be explained, in groups: flags and results have lists of
// their own.
func PrintTopics(w io.Writer, width int) {
	group := func(title string, names []string) {
		fmt.Fprintln(w, title)
		fmt.Fprintln(w, "  "+Wrap(whole(names), width-2, "  "))
	}
	var commands []string
	for _, q := range query.Queries {
		if q.Sub() != "" {
			commands = append(commands, q.Sub())
		}
	}
	group("Sub-commands", commands)
	for _, g := range Groups {
		var names []string
		for _, t := range g.Terms {
			names = append(names, t.Name)
		}
		group(g.Name, names)
	}
	fmt.Fprintln(w, "\n"+Wrap("retune help flags, retune help results and retune clients list what is not here.", width, ""))
}
