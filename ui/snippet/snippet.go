// Package snippet writes a policy as code: a complete file in the language of a library,
// with a function that returns the policy or retries by it.
//
// A [Target] is one row: the client of the catalogue whose parameters it has, and a
// template. What the language cannot write as it is, and what the code has no place for,
// is said by [Target.Write]. A new target is a new row in the file of its language.
package snippet

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"retune/calc/client"
)

// A Target is one library for which a policy is written.
type Target struct {
	Name    string // as it is asked for
	Title   string // what people call it
	Client  string // the name of the row whose parameters it has
	Library string // what the code needs, as its packager names it
	Language
	// code is the file, in which <<name>> stands for the literal of a parameter's value and
	// <<name form>> for another form of it. A line that has the value of a parameter
	// without one is left out. It may begin with conditions: a line behind <<?name>> is
	// only there where there is a value, other than 0 where the client has a limit by
	// default, or it is true, one behind <<!name>> only where not, and one behind
	// <<?name=word>> only where it is that word.
	code string
}

// A Language is what the literals of a language look like.
type Language struct {
	Name    string // Go
	Ending  string // of the names of its files
	comment string // what begins a comment
	forms   map[string]form
}

// A form writes a value as a literal, and returns which value the literal has.
type form func(x float64) (literal string, is float64)

// Targets is the table of the targets, in the order in which everything lists them.
var Targets = slices.Concat(goTargets, pythonTargets, javaTargets, csharpTargets, javascriptTargets, rubyTargets, rustTargets)

// A Change is a parameter that the code cannot give its value.
type Change struct {
	Parameter *client.Parameter
	From, To  float64
	Missing   bool // the code has no place for it
}

var marks = regexp.MustCompile(`<<([?!]?)([^ =>]+)(?: ([a-z]+))?(?:=(\w+))?>>`)

// Write returns the code with those values of the target's client, below comments with
// the lines of the header, and what becomes of values that it cannot have.
func (t Target) Write(v client.Values, header ...string) (text string, changes []Change) {
	var b strings.Builder
	for _, line := range header {
		b.WriteString(strings.TrimRight(t.comment+" "+strings.Map(commented, line), " ") + "\n")
	}
	if len(header) > 0 {
		b.WriteString("\n")
	}
	for line := range strings.SplitAfterSeq(t.code, "\n") {
		changes = append(changes, t.line(&b, v, line)...)
	}
	for i := range v.Row.Parameters {
		if p := &v.Row.Parameters[i]; v.Set(i) && !t.has(p.Name) {
			changes = append(changes, Change{Parameter: p, From: v.Value(i), To: p.Default, Missing: true})
		}
	}
	return b.String(), slices.Compact(changes)
}

// line writes a line of the code with the values, or nothing.
func (t Target) line(b *strings.Builder, v client.Values, line string) (changes []Change) {
	var out strings.Builder
	at := 0
	for _, m := range marks.FindAllStringSubmatchIndex(line, -1) {
		group := func(i int) string { return line[max(0, m[2*i]):max(0, m[2*i+1])] }
		p, i := v.Row.Find(group(2))
		x := v.Value(i)
		none := math.IsNaN(x) || math.IsInf(x, 0)
		out.WriteString(line[at:m[0]])
		at = m[1]
		off := none || x <= 0 && !math.IsInf(p.Default, 1)
		switch sign, word := group(1), group(4); {
		case word != "" && p.Words[int(x)] != word, sign == "?" && word == "" && off, sign == "!" && !off, sign == "" && none:
			return nil
		case sign == "":
			literal, is := t.forms[cmp.Or(group(3), units[p.Unit])](x)
			if !(math.Abs(is-x) <= 1e-9*math.Abs(x)) {
				changes = append(changes, Change{Parameter: p, From: x, To: is})
			}
			out.WriteString(literal)
		}
	}
	b.WriteString(out.String() + line[at:])
	return changes
}

// has tells whether the code has a place for the parameter.
func (t Target) has(name string) bool {
	return slices.ContainsFunc(marks.FindAllStringSubmatch(t.code, -1), func(m []string) bool { return m[2] == name })
}

// units is the forms of parameters where the code names no other.
var units = map[client.Unit]string{client.Count: "count", client.Number: "number", client.Seconds: "time", client.Truth: "truth"}

// commented replaces what does not stay in a comment of any of the languages: line ends,
// and backslashes, behind which Java reads a character wherever it stands.
func commented(r rune) rune {
	if r == '\\' || !unicode.IsPrint(r) {
		return '?'
	}
	return r
}
