package chart

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
)

// elements are those of a figure, and attributes what they have beside aria ones.
var (
	elements = strings.Fields("circle desc g path polygon rect svg text title")
	named    = strings.Fields("class cx cy d fill height points r role shape-rendering stroke stroke-width text-anchor viewBox width x y")
	harmless = regexp.MustCompile(`^[A-Za-z0-9 .,#()-]*$`)
	refers   = regexp.MustCompile(`^url\(#retune-[a-z0-9-]+\)$`)
)

// Drawn tells whether a text is a figure as [Figure] writes it, which a page can hold as it is:
// nothing in it acts, and nothing is asked for from elsewhere. The error is what else it has.
func Drawn(figure string) error {
	if strings.Contains(figure, "<!") || strings.Contains(figure, "<?") { // which HTML reads in another way than XML
		return errors.New("it has what no figure has")
	}
	d := xml.NewDecoder(strings.NewReader(figure))
	depth, roots, words := 0, 0, false
	for {
		token, err := d.Token()
		switch {
		case err == io.EOF && depth == 0 && roots == 1:
			return nil
		case err == io.EOF:
			return errors.New("it is not one drawing")
		case err != nil:
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth == 0 {
				roots++
			}
			depth++
			if words || t.Name.Space != "" || !slices.Contains(elements, t.Name.Local) || (depth == 1) != (t.Name.Local == "svg") {
				return errors.New("it has an element that no figure has")
			}
			words = slices.Contains([]string{"desc", "text", "title"}, t.Name.Local)
			for _, a := range t.Attr {
				if a.Name.Space != "" || !slices.Contains(named, a.Name.Local) || !harmless.MatchString(a.Value) ||
					strings.Contains(a.Value, "(") && !refers.MatchString(a.Value) {
					return errors.New("it has an attribute that no figure has")
				}
			}
		case xml.EndElement:
			depth, words = depth-1, false
		case xml.CharData:
			if depth == 0 && strings.TrimSpace(string(t)) != "" {
				return errors.New("it is not a drawing")
			}
		}
	}
}
