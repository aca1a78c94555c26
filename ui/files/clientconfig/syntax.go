package clientconfig

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A syntax is a file format such as YAML.
type syntax struct {
	name  string
	ends  string                // extensions of file names
	looks func() *regexp.Regexp // matches a text that may have the syntax
	read  func([]byte) ([]*node, error)
	write func(*node) string
}

// syntaxes lists the syntaxes in the order in which they are tried.
var syntaxes = []*syntax{
	{"fluentd", ".conf", lazily(`(?m)^\s*<(source|match|buffer|label|store)\b`), fluentd.read, fluentd.write},
	{"fluent-bit", ".conf", lazily(`(?m)^\s*\[(SERVICE|INPUT|OUTPUT|FILTER)\]`),
		fluentBit.read, fluentBit.write},
	{"ini", ".service .socket .mount .ini .cfg .conf", lazily(`(?m)^\s*\[[^\]\n{]+\]\s*$`), ini.read, ini.write},
	{"haproxy", ".cfg .conf", lazily(`(?m)^(defaults|frontend|backend|listen)\b`), haproxy.read, haproxy.write},
	{"nginx", ".conf .nginx", lazily(`(?m)^\s*(http|server|location|upstream)\b[^\n;{]*\{`), readNginx, nil},
	{"apt", ".conf", lazily(`(?m)^\s*Acquire::`), apt.read, apt.write},
	{"toml", ".toml", lazily(`(?m)^\s*[\w."'-]+\s*=\s*(["'\d\[{]|true|false)`), readTOML, nil},
	{"yaml", ".yaml .yml .json .jsonc .asl", lazily(`(?m)^\s*[\w."'-]+:(\s|$)|` + startOfJSON), readYAML, writeYAML},
	{"properties", ".properties .env .conf .cfg .npmrc .curlrc", lazily(`(?m)^\s*(export )?[\w.-]+\s*[=:]`),
		properties.read, properties.write},
}

// syntaxOf returns the syntax with that name.
func syntaxOf(name string) *syntax {
	return syntaxes[slices.IndexFunc(syntaxes, func(s *syntax) bool { return s.name == name })]
}

// named reports whether files with that name have the syntax, by their extension.
func (s *syntax) named(name string) bool {
	return slices.Contains(strings.Fields(s.ends), strings.ToLower(filepath.Ext(name)))
}

// Readable reports whether retune can read files with the extension of name.
func Readable(name string) bool {
	return slices.ContainsFunc(syntaxes, func(s *syntax) bool { return s.named(name) })
}

// xmlStart matches the start of XML, which no format has.
var xmlStart = lazily(`^\s*<(?:\?xml|!DOCTYPE)\b`)

// syntaxesOf returns the syntaxes that a file may have: those of its extension, or else those that its text matches.
func syntaxesOf(name string, data []byte) []*syntax {
	head, end := data[:min(len(data), 64<<10)], strings.ToLower(filepath.Ext(name))
	certain := end != ".conf" && end != ".cfg" && Readable(end)
	return slices.DeleteFunc(slices.Clone(syntaxes), func(s *syntax) bool {
		return xmlStart().Match(head) || certain && !s.named(name) || !certain && !s.looks().Match(head)
	})
}

// parse returns the documents of a text.
func (s *syntax) parse(data []byte) ([]*node, error) {
	docs, err := s.read(data)
	for _, doc := range docs {
		if err := doc.check(0, new(int)); err != nil {
			return nil, err
		}
	}
	return docs, err
}

// reads reports whether policies of the format can be in that syntax.
func (f *Format) reads(s *syntax) bool { return slices.Contains(strings.Fields(f.Syntax), s.name) }
