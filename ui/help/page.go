package help

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"retune/calc/jitter"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// Wrap breaks a paragraph into lines of at most width characters. Lines after the first begin with indent. It does not
// break at no-break spaces.
func Wrap(text string, width int, indent string) string { return wrap(text, width, indent, 0) }

// Hang is Wrap with lines of at most width characters, their indent included.
func Hang(text string, width int, indent string) string {
	return wrap(text, width, indent, utf8.RuneCountInString(indent))
}

// wrap breaks a text; a line after the first begins in column from, which counts to its width.
func wrap(text string, width int, indent string, from int) string {
	var b strings.Builder
	at, began := 0, false
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' || r == '\n' }) {
		n := utf8.RuneCountInString(word)
		switch {
		case !began:
			began = true
		case at+1+n > width:
			b.WriteString("\n" + indent)
			at = from
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += n
	}
	return strings.ReplaceAll(b.String(), "\u00a0", " ")
}

// whole joins names with commas so that Wrap does not break a name.
func whole(names []string) string {
	return strings.ReplaceAll(strings.Join(names, ",\n"), " ", "\u00a0")
}

// Print writes the page of the topic in lines of at most width characters.
func (t Topic) Print(w io.Writer, width int) {
	fmt.Fprintln(w, t.Name)
	for _, text := range []string{t.What, t.When} {
		if text != "" {
			fmt.Fprintln(w, "\n  "+Wrap(text, width-2, "  "))
		}
	}
	fmt.Fprintln(w)
	if t.Name == "jitter" {
		printTypes(w, width)
	}
	fact := func(name, text string) {
		if text != "" {
			fmt.Fprintf(w, "  %-12s %s\n", name, Wrap(text, width-15, strings.Repeat(" ", 15)))
		}
	}
	if k := t.Setting; k != nil && !k.IsTarget {
		printSetting(*k, fact)
	}
	if value := t.Value(); value != "" && len(t.Jitter) == 0 {
		fact("written", "--"+t.Of+" "+value)
	}
	for _, kind := range t.Jitter {
		row := kind.Row()
		fact("written", "--jitter "+setting.JitterText(usual(kind)))
		fact("delay", row.Formula)
		fact("amount", [...]string{"", "j, a share of d", "a time", "m, the multiplier"}[row.Unit])
		fact("used by", row.Users)
		fact("0 to 2d", whole([]string{Spark(kind)}))
	}
	fact("also called", whole(t.others()))
	fact("elsewhere", t.In)
	if q := t.Question; q != nil && q.Flag != "" {
		fact("answers", q.Short)
	} else if q != nil {
		fact("command", "retune "+q.Subcommand()+": "+q.Short)
	}
	fact("see", whole(t.See))
	fact("source", t.Source)
	for _, line := range t.Examples() {
		fmt.Fprintf(w, "  %-12s %s\n", "try", line)
	}
}

func printSetting(k setting.Setting, fact func(name, text string)) {
	flag := "--" + k.Name
	if k.PartOf != "" {
		flag = "written after --" + k.PartOf
	} else if k.Short != "" {
		flag = k.Flag() + ", " + flag
	}
	fact("flag", flag)
	fact("values", k.Range())
	fact("default", k.Text(new(setting.Default())))
	fact("symbol", k.Symbol)
	fact("JSON key", k.Key())
	if !k.OfQuestion && k.HasFlag() {
		fact("environment", k.Env())
	}
}

// others returns the other names of the topic.
func (t Topic) others() (names []string) {
	for _, name := range t.names()[1:] {
		if len(name) > 2 && !called(slug(name), append(names, t.Name)...) {
			names = append(names, name)
		}
	}
	return names
}

// Examples returns commands that show the topic. A result without examples gets one, with the settings that it needs.
func (t Topic) Examples() []string {
	if t.Result == nil || len(t.Try) > 0 {
		return t.Try
	}
	line := "retune what " + t.Setting.Name
	what := question.What()
	s := setting.Default()
	if word, ok := what.Setting(what.Argument); ok {
		_ = word.Set(&s, t.Setting.Name) // the name is in the table
	}
	samples := map[string]string{"at": "30s", "outage": "60s", "vs": "r=1.5", "failure-rate": "5%", "layer": "3x3x3"}
	for range samples {
		if k, ok := what.Setting(what.Missing(&s)); ok && k.Set(&s, samples[k.Name]) == nil {
			line += " " + k.Flag() + " " + samples[k.Name]
		}
	}
	return []string{line}
}

// Value returns the topic as a value of the setting Of, or "".
func (t Topic) Value() string {
	k, _ := setting.Find(t.Of)
	for _, word := range k.Words() {
		kind, _, _ := strings.Cut(word, "=")
		if called(slug(kind), append(t.names(), strings.TrimSuffix(t.Name, " "+t.Of))...) {
			return word
		}
	}
	return ""
}

// printTypes lists the common jitter types, each with its text, its formula and its density from 0 to 2 d.
func printTypes(w io.Writer, width int) {
	fmt.Fprintf(w, "  %-17s %-32s %s\n", "--jitter", "delay", "0         d         2d")
	var rare []string
	for i, row := range jitter.Types {
		if row.Rare {
			rare = append(rare, row.Name)
			continue
		}
		formula := strings.TrimSuffix(row.Formula, ", t the delay before")
		fmt.Fprintf(w, "  %-17s %-32s %s\n", setting.JitterText(usual(jitter.Type(i))), formula, Spark(jitter.Type(i)))
	}
	fmt.Fprintln(w, "\n  "+Wrap("d is the delay before jitter, a the initial delay, t the previous delay; U(x, y) is "+
		"uniform "+
		"between x and y, N(0, v) is normal with variance v. retune help full, retune help spread and so on explain each "+
		"type. "+
		"Rules of single libraries: "+strings.Join(rare, ", ")+".", width-2, "  ")+"\n")
}

// PrintTopics lists the topics in groups. Flags, results and clients have their own lists.
func PrintTopics(w io.Writer, width int) {
	group := func(title string, names []string) {
		fmt.Fprintln(w, title+"\n  "+Wrap(whole(names), width-2, "  "))
	}
	var commands []string
	for _, q := range question.Questions {
		if q.Subcommand() != "" {
			commands = append(commands, q.Subcommand())
		}
	}
	group("Sub-commands", commands)
	for _, g := range Groups() {
		var names []string
		for _, t := range g.Terms {
			names = append(names, t.Name)
		}
		group(g.Name, names)
	}
	fmt.Fprintln(w, "\n"+Wrap("retune help settings, retune help results and retune clients list the rest.", width, ""))
}
