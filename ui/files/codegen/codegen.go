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
	if text = comments(t.comment, header); text != "" {
		text += "\n"
	}
	code, become := t.filled(v)
	for line := range strings.Lines(code) {
		if !strings.Contains(line, none) {
			text += line
		}
	}
	for i := range v.Row.Parameters {
		p := &v.Row.Parameters[i]
		x := v.Value(i)
		if is, there := become[p]; there && !(math.Abs(is-x) <= 1e-9*math.Abs(x)) {
			changes = append(changes, Change{Parameter: p, From: x, To: is})
		} else if v.Set(i) && !t.has(p.Name) {
			changes = append(changes, Change{Parameter: p, From: x, To: p.Default, Missing: true})
		}
	}
	return text, changes
}

// none marks an absent value; its line is left out.
const none = "\x00"

// filled returns the code with parameters v, and the values of the literals in it.
func (t Target) filled(v client.Values) (code string, become map[*client.Parameter]float64) {
	values, become := map[string]value{}, map[*client.Parameter]float64{}
	for i := range v.Row.Parameters {
		p := &v.Row.Parameters[i]
		values[p.Name] = value{p, v.Value(i), t.Language, become}
	}
	// as gofmt writes one of several operands
	compact := func(v value) string { return strings.ReplaceAll(v.String(), " ", "") }
	return executed(t.file(), template.FuncMap{"compact": compact}, values), become
}

// file returns the name of the template.
func (t Target) file() string { return t.Name + t.Ending }

// source returns the text of a template.
func source(name string) string {
	text, err := templates.ReadFile("templates/" + name + ".tmpl")
	if err != nil {
		panic("codegen: " + err.Error())
	}
	return string(text)
}

// executed returns a template with its data.
func executed(name string, functions template.FuncMap, data any) string {
	t := template.New(name).Delims("<<", ">>").Option("missingkey=error").Funcs(functions)
	var b strings.Builder
	template.Must(t.Parse(source(name))).Execute(&b, data)
	return b.String()
}

// comments returns the lines as comments, which start with mark.
func comments(mark string, lines []string) (text string) {
	for _, line := range lines {
		text += strings.TrimRight(mark+" "+strings.Map(commented, line), " ") + "\n"
	}
	return text
}

// has reports whether the code has a place for the parameter.
func (t Target) has(name string) bool {
	return regexp.MustCompile(`<<.*\.` + name + `\b`).MatchString(source(t.file()))
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
