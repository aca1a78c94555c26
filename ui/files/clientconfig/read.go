package clientconfig

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"retune/calc/client"
	"retune/ui/ask/setting"
)

// Read returns the policies of a file in order. The file name tells the syntax. If format is nil, Read recognises the
// format.
func Read(name string, data []byte, format *Format) ([]Policy, error) {
	list, err := read(name, data, format)
	if err != nil && format == nil {
		err = asTemplate(data, err)
	}
	if err != nil {
		err = fmt.Errorf("%s %w", name, err)
	}
	return list, err
}

// text returns the text of a file without a byte order mark.
func text(data []byte) ([]byte, error) {
	if len(data) > maxSize {
		return nil, wrong(0, "the file is larger than %d bytes", maxSize)
	}
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return nil, wrong(1+bytes.Count(data[:i], []byte("\n")), "this is not a text")
	}
	return data, nil
}

func read(name string, data []byte, format *Format) ([]Policy, error) {
	data, err := text(data)
	if err != nil {
		return nil, err
	}
	if err := asHCL(name, data); err != nil {
		return nil, err
	}
	if strings.HasSuffix(name, ".py") {
		return nil, setting.Refused{Reason: "is Python, which is not read",
			Hint: "--client celery, tenacity or urllib3 with --set has its values"}
	}
	formats := slices.DeleteFunc(slices.Clone(Formats()), func(f Format) bool {
		return f.Files != "" && !slices.Contains(strings.Fields(f.Files), filepath.Base(name))
	})
	if format != nil {
		formats = []Format{*format}
	}
	var first error
	whole := false // some syntax parsed the text, with or without a policy
	for _, s := range syntaxesOf(name, data) {
		if !slices.ContainsFunc(formats, func(f Format) bool { return f.reads(s) }) {
			continue
		}
		docs, err := s.parse(data)
		if err != nil {
			first = cmp.Or(first, err)
			continue
		}
		whole = true
		var list []Policy
		for _, doc := range docs {
			for _, object := range doc.objects() {
				more, err := readDocument(name, object, s, formats, format == nil)
				if err != nil {
					return nil, err
				}
				list = append(list, more...)
			}
		}
		if len(list) > 0 {
			return list, nil
		}
	}
	if whole {
		return nil, nil
	}
	return nil, first
}

// placeholder matches text that another program replaces. Its groups are the default in the text.
var placeholder = lazily(`^\$\{[^}:]*(?::-?([^}]*))?\}$|` +
	`^"?#\{ENV\[[^\]]*\]\s*(?:\|\|\s*['"]([^'"]*)['"])?\s*\}"?$|^"?#\{.*\}"?$|^\$[A-Za-z_]\w*$|` +
	`^\{\{.*\}\}$|^%\(.*\)s$|^@.*@$|^!|^<%.*%>$`)

// read reads the policy at n.
func (f *Format) read(n *node) (Policy, error) {
	p := Policy{Client: f.Client, Format: f.Name, Line: n.line}
	if err := f.known(n, f.rows(), &p); err != nil {
		return p, err
	}
	f.warn(n, &p)
	first := math.MaxInt // line of the first setting
	for _, k := range f.Keys {
		at := f.held(n, k.At)
		if at != nil {
			first = min(first, at.line)
		}
		if f.valued(k, at) {
			if err := p.set(k, at); err != nil {
				return p, err
			}
		}
	}
	if n.parent == nil && first < math.MaxInt { // the policy is the whole file
		p.Line = first
	}
	if len(p.Set) == 0 || len(n.kids) == 0 || n.null {
		p.Notes = append(p.Notes, fmt.Sprintf("line %d: there is no retry setting: these are the defaults", n.line))
	}
	p.Set = f.completed(p.Set)
	for _, q := range client.Find(f.Client).Parameters {
		if q.Example && indexOf(p.Set, q.Name) < 0 {
			p.note(n.line, q.Name, "is missing and has no default: an example is taken")
		}
	}
	return p, nil
}

// valued reports whether a node has the value of a key, not only keys below it.
func (f *Format) valued(k Key, at *node) bool {
	below := func(other Key) bool { return strings.HasPrefix(other.At, k.At+"/") }
	return at != nil && !at.null && (at.shape != mapping || !slices.ContainsFunc(f.Keys, below))
}

// indexOf returns the index of the setting with that name, or -1.
func indexOf(set []Setting, name string) int {
	return slices.IndexFunc(set, func(s Setting) bool { return s.Name == name })
}

// held returns the node at path way of the policy at n, its own or the inherited one, or nil.
func (f *Format) held(n *node, way string) *node {
	at := f.follow(n, way, false)
	if f.Inherits != nil && (at == nil || at.null) {
		return f.follow(f.Inherits(n), way, false)
	}
	return at
}

// warn adds the warnings for the policy at n.
func (f *Format) warn(n *node, p *Policy) {
	for _, w := range f.Warnings {
		switch at := f.held(n, w.At); {
		case w.Absent && at == nil:
			p.Missing = append(p.Missing, remark(n.line, w.At, w.Text))
		case w.Absent || at == nil || w.Values != "" && !slices.ContainsFunc(strings.Fields(w.Values), at.says):
		case w.Note:
			p.note(at.line, w.At, w.Text)
		default:
			p.Risks = append(p.Risks, remark(at.line, w.At, w.Text))
		}
	}
}

// completed adds the Absent parameters to the settings.
func (f *Format) completed(set []Setting) []Setting {
	for absent := range strings.FieldsSeq(f.Absent) {
		name, value, _ := strings.Cut(absent, "=")
		if indexOf(set, name) < 0 {
			set = append(set, Setting{name, value})
		}
	}
	return set
}

// set adds the setting at a node to the policy, or replaces the earlier one.
func (p *Policy) set(k Key, at *node) error {
	text := at.text
	switch m := placeholder().FindStringSubmatch(text); {
	case at.computed():
		p.unknown(k, at, "computed by CloudFormation")
		return nil
	case at.shape != scalar:
		return wrong(at.line, "%s must be one value, such as %s", k.label(), k.form.like)
	case m != nil && m[1]+m[2] == "":
		p.unknown(k, at, printable(text)+", which another program replaces")
		return nil
	case m != nil:
		text = m[1] + m[2]
	}
	value, err := k.form.read(text)
	if err != nil {
		return wrong(at.line, "%s: %s", k.label(), err)
	}
	if value != "" {
		p.Set = slices.DeleteFunc(p.Set, func(s Setting) bool { return s.Name == k.Name })
		p.Set = append(p.Set, Setting{k.Name, value})
	}
	return nil
}

// computed reports whether the value is an intrinsic function of CloudFormation in its long form.
func (n *node) computed() bool {
	return n.shape == mapping && len(n.kids) == 1 && (n.kids[0].key == "Ref" || strings.HasPrefix(n.kids[0].key, "Fn::"))
}

// unknown notes that the value of a parameter is not in the file.
func (p *Policy) unknown(k Key, at *node, what string) {
	p.note(at.line, k.At, "is "+what+": it is taken as not set")
	p.Unknown = append(p.Unknown, k.Name)
}

// aboutRetries matches keys that seem to be about retries.
var aboutRetries = lazily(`(?i)retr(y|ies)|back_?off|next_upstream|hedging`)

// AboutRetries reports whether a text seems to be about retries.
func AboutRetries(data []byte) bool { return aboutRetries().Match(data) }

func (p *Policy) note(line int, at, text string) { p.Notes = append(p.Notes, remark(line, at, text)) }

func remark(line int, at, text string) string {
	return fmt.Sprintf("line %d: %s %s", line, Key{At: at}.label(), text)
}

// Remarks returns the notes and risks of the policy, and the keys that are missing.
func (p Policy) Remarks() []string { return slices.Concat(p.Notes, p.Risks, p.Missing) }

// says reports whether the text of the node or of one of its items contains text.
func (n *node) says(text string) bool {
	return strings.Contains(n.text, text) || slices.ContainsFunc(n.kids, func(c *node) bool { return c.says(text) })
}

// label returns the key as messages name it.
func (k Key) label() string {
	return strings.NewReplacer("/", ".", "~1", "/").Replace(strings.TrimLeft(k.At, "./@"))
}

// printable returns the text on one line, without control characters.
func printable(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, text)
	if len(text) > 200 {
		text = strings.ToValidUTF8(text[:200], "") + "..."
	}
	return text
}
