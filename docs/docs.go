// Package docs embeds the documents that the program prints.
package docs

import _ "embed"

// Words is words.md, the glossary.
//
//go:embed words.md
var Words string
