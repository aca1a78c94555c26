// Package codegen writes a policy as source code: a complete file in the language of a library, with a function that
// returns the policy or retries by it.
//
// A [Target] is one row: the client with its parameters, and the template with its name. In a template <<.name>> is the
// literal for the value of a parameter; see the methods of value. A line with an absent value is left out. If the
// library has another default, the template must write that there is no limit.
package codegen

import (
	"embed"
	"math"
	"regexp"
	"strings"
	"sync"
	"text/template"
	"unicode"

	"retune/calc/client"
)

//go:embed templates
var templates embed.FS

// A Change is a parameter whose value the code cannot hold.
type Change struct {
	Parameter *client.Parameter
	From, To  float64
	Missing   bool // the code has no place for the parameter
}

// Write returns the code for a policy with parameters v, below the lines of header as comments. changes lists the
// parameters whose values differ in the code.
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
	return withoutNone().ReplaceAllString(b.String(), ""), changes
}

// none marks an absent value; its line is left out.
const none = "\x00"

var withoutNone = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^.*` + none + `.*\n`)
})

// template returns an empty template with the functions that templates use.
func (t Target) template() *template.Template {
	// as gofmt writes one of several operands
	compact := func(v value) string { return strings.ReplaceAll(v.String(), " ", "") }
	return template.New(t.Name).Delims("<<", ">>").Option("missingkey=error").Funcs(template.FuncMap{"compact": compact})
}

func (t Target) code() string {
	text, err := templates.ReadFile("templates/" + t.Name + t.Ending + ".tmpl")
	if err != nil {
		panic("codegen: " + err.Error())
	}
	return string(text)
}

// has reports whether the code has a place for the parameter.
func (t Target) has(name string) bool {
	return regexp.MustCompile(`<<.*\.` + name + `\b`).MatchString(t.code())
}

// A value is the value of a parameter in a template.
type value struct {
	p      *client.Parameter
	x      float64
	in     Language
	become map[*client.Parameter]float64 // values of the literals written so far
}

// None reports whether the value is absent: no limit.
func (v value) None() bool { return math.IsNaN(v.x) || math.IsInf(v.x, 0) }

// On reports whether the parameter is set: the value is above 0, or it is 0 and the client has no limit by default.
func (v value) On() bool { return !v.None() && (v.x > 0 || math.IsInf(v.p.Default, 1)) }

// Is reports whether the value is that word.
func (v value) Is(word string) bool { return v.p.Words[int(v.x)] == word }

// As returns the literal in a form of the language.
func (v value) As(form string) string {
	if v.None() {
		return none
	}
	literal, is := v.in.form(form)(v.x)
	v.become[v.p] = is
	return literal
}

// Or returns the literal, or without if the value is absent.
func (v value) Or(without string) string {
	if v.None() {
		return without
	}
	return v.String()
}

// String returns the literal in the form of the parameter's unit.
func (v value) String() string {
	return v.As(map[client.Unit]string{
		client.Count: "count", client.Number: "number", client.Seconds: "time", client.Truth: "truth",
	}[v.p.Unit])
}

// commented replaces characters that could end a comment in one of the languages: line breaks, and backslashes, because
// Java reads Unicode escapes in comments too.
func commented(r rune) rune {
	if r == '\\' || !unicode.IsPrint(r) {
		return '?'
	}
	return r
}
