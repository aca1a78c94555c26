package tui

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"unicode"
)

// TestPictures checks that the picture of a frame contains the whole frame.
func TestPictures(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"120x36", "120x36-fleet", "120x36-map"} {
		wellMade(t, goldens(t)[name])
	}
}

func wellMade(t *testing.T, m Model) {
	t.Helper()
	pic := m.frame().svg("a title", "and more")
	if n := len(pic); n > 52<<10 {
		t.Errorf("the picture has %d bytes, want at most 52 KB", n)
	}
	for decoder := xml.NewDecoder(strings.NewReader(pic)); ; {
		_, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("the picture is no XML: %v", err)
		}
	}
	// Every word of the frame must be in it.
	for _, line := range lines(m) {
		for _, word := range strings.FieldsFunc(line,
			func(char rune) bool { return !unicode.IsLetter(char) && !unicode.IsDigit(char) }) {
			var escaped strings.Builder
			xml.EscapeText(&escaped, []byte(word))
			if !strings.Contains(pic, escaped.String()) {
				t.Errorf("the picture lacks %q", word)
			}
		}
	}
}
