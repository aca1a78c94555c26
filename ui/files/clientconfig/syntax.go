package clientconfig

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A syntax is a file format such as YAML.
type syntax uint8

const (
	yamlSyntax syntax = iota
	jsonSyntax
	tomlSyntax
	propertiesSyntax // key=value
	iniSyntax        // [section] and key=value
	fluentdSyntax
	fluentBitSyntax
)

var syntaxes = []struct {
	ends  string                // extensions of file names
	looks func() *regexp.Regexp // matches a text that may have the syntax
	read  func([]byte) ([]*node, error)
	write func(*node) string
}{
	yamlSyntax: {".yaml .yml", lazily(`(?m)^\s*[\w."'-]+:(\s|$)`), readYAML, writeYAML},
	jsonSyntax: {".json .jsonc .asl", lazily(`^\s*(//|/\*|[{\[]\s*["{}\]/])`), readJSON, writeJSON},
	tomlSyntax: {".toml", lazily(`(?m)^\s*[\w."'-]+\s*=\s*(["'\d\[{]|true|false)`), readTOML, nil},
	propertiesSyntax: {".properties .env .conf .cfg", lazily(`(?m)^\s*(export )?[\w.-]+\s*[=:]`),
		readProperties, writeProperties},
	iniSyntax:       {".service .socket .mount .ini .cfg .conf", lazily(`(?m)^\s*\[[^\]]+\]\s*$`), readINI, writeINI},
	fluentdSyntax:   {".conf", lazily(`(?m)^\s*<(source|match|buffer|label|store)\b`), readFluentd, writeFluentd},
	fluentBitSyntax: {".conf", lazily(`(?m)^\s*\[(SERVICE|INPUT|OUTPUT|FILTER)\]`), readFluentBit, writeFluentBit},
}

// named reports whether files with that name have the syntax, by their extension.
func (s syntax) named(name string) bool {
	return slices.Contains(strings.Fields(syntaxes[s].ends), strings.ToLower(filepath.Ext(name)))
}

// likely lists the syntaxes in the order in which they are tried.
var likely = []syntax{jsonSyntax, fluentdSyntax, fluentBitSyntax, iniSyntax, tomlSyntax, yamlSyntax,
	propertiesSyntax}

// syntaxesOf returns the syntaxes that a file may have: those of its extension, or else those that its text matches.
func syntaxesOf(name string, data []byte) (list []syntax) {
	head := data[:min(len(data), 64<<10)]
	end := strings.ToLower(filepath.Ext(name))
	named := func(s syntax) bool { return s.named(name) }
	certain := end != ".conf" && end != ".cfg" && slices.ContainsFunc(likely, named)
	for _, s := range likely {
		if certain && named(s) || !certain && syntaxes[s].looks().Match(head) {
			list = append(list, s)
		}
	}
	return list
}

// reads reports whether policies of the format can be in that syntax. JSON and YAML replace each other.
func (f *Format) reads(s syntax) bool {
	return slices.Contains(f.Syntax, s) ||
		s == jsonSyntax && slices.Contains(f.Syntax, yamlSyntax) || s == yamlSyntax && slices.Contains(f.Syntax, jsonSyntax)
}
