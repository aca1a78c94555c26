package report

import (
	"bytes"
	"encoding/gob"
	"strings"
	"testing"

	"retune/ui/ask/answer"
)

// TestEncoded checks that an answer is data: encoded and decoded it prints the same in every format.
func TestEncoded(t *testing.T) {
	var data bytes.Buffer
	in, out := gob.NewEncoder(&data), gob.NewDecoder(&data) // of all answers: each pair prepares all types anew
	for _, d := range drawn() {
		var again answer.Answer
		if err := in.Encode(d.r.Answer); err != nil {
			t.Fatalf("%s: %v", d.r.Query, err)
		}
		if err := out.Decode(&again); err != nil {
			t.Fatalf("%s: %v", d.r.Query, err)
		}
		decoded := d.r
		decoded.Answer = again
		for _, format := range Formats() {
			if format == SVG && !d.r.Answer.HasPicture() {
				continue
			}
			for _, o := range []Options{{}, {Charts: true, Symbols: true}, {Table: All, ASCII: true}} {
				var one, other strings.Builder
				if o.Format = format; Write(&one, d.r, o) != nil || Write(&other, decoded, o) != nil {
					t.Fatalf("%s cannot be written as %s", d.r.Query, format)
				}
				if one.String() != other.String() {
					t.Fatalf("%s as %s with %+v:\n%s\nis decoded as\n%s", d.r.Command, format, o, &one, &other)
				}
			}
		}
	}
}
