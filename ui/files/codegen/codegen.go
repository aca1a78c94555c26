// Package codegen writes a policy as code: a complete file in the language of a library,
// with a function that returns the policy or retries by it.
//
// A [Target] is one row: the client of the catalogue whose parameters it has, and the template
// of that name in templates. In a template <<.name>> is the value of a parameter as a literal; the
// methods of value are what else there is. A line with a value that is none is left out: where the
// library has another default, the template says that there is none.
package codegen

import (
	"embed"
	"math"
	"regexp"
	"strings"
	"text/template"
	"unicode"

	"retune/calc/client"
)

//go:embed templates
var templates embed.FS

// A Change is a parameter that the code cannot give its value.
type Change struct {
	Parameter *client.Parameter
	From, To  float64
	Missing   bool // the code has no place for it
}

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
	values, become := map[string]value{}, map[*client.Parameter]float64{}
	for i := range v.Row.Parameters {
		p := &v.Row.Parameters[i]
		values[p.Name] = value{p, v.Value(i), t.Language, become}
	}
	template.Must(t.template().Parse(t.code())).Execute(&b, values)
	for i := range v.Row.Parameters {
		p := &v.Row.Parameters[i]
		x := v.Value(i)
		if is, there := become[p]; there && !(math.Abs(is-x) <= 1e-9*math.Abs(x)) {
			changes = append(changes, Change{Parameter: p, From: x, To: is})
		} else if v.Set(i) && !t.has(p.Name) {
			changes = append(changes, Change{Parameter: p, From: x, To: p.Default, Missing: true})
		}
	}
	return withoutNone.ReplaceAllString(b.String(), ""), changes
}

// none stands for a value that there is not; its line is left out.
const none = "\x00"

var withoutNone = regexp.MustCompile(`(?m)^.*` + none + `.*\n`)

// template is an empty one.
func (t Target) template() *template.Template {
	compact := func(v value) string { return strings.ReplaceAll(v.String(), " ", "") } // as gofmt has one of several
	return template.New(t.Name).Delims("<<", ">>").Option("missingkey=error").Funcs(template.FuncMap{"compact": compact})
}

// code is the text of the template.
func (t Target) code() string {
	text, err := templates.ReadFile("templates/" + t.Name + t.Ending + ".tmpl")
	if err != nil {
		panic("codegen: " + err.Error())
	}
	return string(text)
}

// has tells whether the code has a place for the parameter.
func (t Target) has(name string) bool {
	return regexp.MustCompile(`<<.*\.` + name + `\b`).MatchString(t.code())
}

// A value is the value of a parameter in a template.
type value struct {
	p      *client.Parameter
	x      float64
	in     Language
	become map[*client.Parameter]float64 // which value the literals have
}

// None tells whether there is no value: no limit.
func (v value) None() bool { return math.IsNaN(v.x) || math.IsInf(v.x, 0) }

// On tells whether there is a value, other than 0 where the client has a limit by default, or it is true.
func (v value) On() bool { return !v.None() && (v.x > 0 || math.IsInf(v.p.Default, 1)) }

// Is tells whether the value is that word.
func (v value) Is(word string) bool { return v.p.Words[int(v.x)] == word }

// As is the literal in a form of the language.
func (v value) As(form string) string {
	if v.None() {
		return none
	}
	literal, is := v.in.form(form)(v.x)
	v.become[v.p] = is
	return literal
}

// Or is the literal, or what is written where there is no value.
func (v value) Or(without string) string {
	if v.None() {
		return without
	}
	return v.String()
}

// String is the literal in the form of the parameter's unit.
func (v value) String() string {
	return v.As(map[client.Unit]string{
		client.Count: "count", client.Number: "number", client.Seconds: "time", client.Truth: "truth",
	}[v.p.Unit])
}

// commented replaces what does not stay in a comment of any of the languages: line ends,
// and backslashes, behind which Java reads a character wherever it stands.
func commented(r rune) rune {
	if r == '\\' || !unicode.IsPrint(r) {
		return '?'
	}
	return r
}
