package codegen

import (
	"go/format"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"retune/calc/client"
)

// TestWrite writes random parameters of each target. Different policies must have different code, unless Write reports
// a change.
func TestWrite(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, target := range Targets {
		row := client.Find(target.Client)
		if row == nil || row.Name != target.Client {
			t.Errorf("%s: there is no client %s", target.Name, target.Client)
			continue
		}
		for _, p := range row.Parameters {
			if p.Role != client.NoRole && !target.has(p.Name) {
				t.Errorf("%s has no place for %s", target.Name, p.Name)
			}
		}
		exact := 0
		for range 40 {
			v := random(row, r)
			p := row.Parameters[r.IntN(len(row.Parameters))]
			w := v.With(p.Name, random(row, r).At(p.Name))
			want, err := v.Policy()
			other, errOther := w.Policy()
			if err != nil || errOther != nil {
				continue // the row refuses it: see TestRows in package client
			}
			text, changes := target.Write(v)
			otherText, otherChanges := target.Write(w)
			if strings.Contains(text, "<") && strings.Contains(text, none) || strings.Contains(text, "<no value>") {
				t.Fatalf("%s: a mark is left:\n%s", target.Name, text)
			}
			if len(changes)+len(otherChanges) > 0 {
				continue
			}
			if exact++; text == otherText && want != other {
				t.Fatalf("%s: %s %v and %v are written in the same way:\n%s", target.Name, p.Name, v.At(p.Name), w.At(p.Name), text)
			}
		}
		if exact < 2 {
			t.Errorf("%s: only %d of 40 were exact", target.Name, exact)
		}
	}
}

// random returns random parameters of a client, in range.
func random(row *client.Row, r *rand.Rand) client.Values {
	v := row.Defaults()
	for _, p := range row.Parameters {
		x := []float64{math.Inf(1), p.Least, 0, 1, 2, 3, 7, 10, 60, 0.5, 0.1, 0.25, 1.5, 0.0001, 86400}[r.IntN(15)]
		if p.Unit == client.Word || p.Unit == client.Truth {
			x = float64(r.IntN(int(p.Most) + 1))
		}
		if x < p.Least || x > p.Most && !p.OrNone() || p.Unit == client.Count && x != math.Trunc(x) || r.IntN(4) == 0 {
			continue
		}
		v = v.With(p.Name, x)
	}
	return v
}

// TestGo checks that gofmt leaves the Go code unchanged.
func TestGo(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, target := range Targets {
		if target.Ending != ".go" {
			continue
		}
		for range 40 {
			text, _ := target.Write(random(client.Find(target.Client), r), "A line.", "", "  Another.")
			if want, err := format.Source([]byte(text)); err != nil || string(want) != text {
				t.Fatalf("%s: %v\n%s\ngofmt has it\n%s", target.Name, err, text, want)
			}
		}
	}
}

// TestHeader checks that a line of the header stays inside its comment.
func TestHeader(t *testing.T) {
	for _, target := range Targets {
		text, _ := target.Write(client.Find(target.Client).Defaults(), "a\nb\r\u2028\u0085\\u000ac\x1b[31m")
		if want := target.comment + " a?b???" + "?u000ac?[31m\n\n"; !strings.HasPrefix(text, want) {
			t.Errorf("%s begins with %q, want %q", target.Name, text[:min(len(text), 60)], want)
		}
	}
}

// TestLiterals writes values at the limits of each language.
func TestLiterals(t *testing.T) {
	for _, c := range []struct {
		of      Language
		form    string
		x       float64
		literal string
		is      float64
	}{
		{golang, "time", 90, "90 * time.Second", 90}, {golang, "time", 3600, "time.Hour", 3600}, {golang, "time",
			1.5e-9, "2 * time.Nanosecond", 2e-9},
		{golang, "time", 1e10, "9223372036 * time.Second", 9223372036}, {golang, "small", 1e12, "2147483647",
			2147483647}, {golang, "number", 1e-7, "0.0000001", 1e-7},
		{java, "time", 0.0004, "Duration.ofMillis(0)", 0}, {java, "nanos", 0.0004, "Duration.ofNanos(400000)", 0.0004},
		{java, "time", 1.5, "Duration.ofMillis(1500)", 1.5}, {java, "nanos", math.Pi, "Duration.ofNanos(3141592654L)",
			3.141592654},
		{java, "time", 1e10, "Duration.ofSeconds(9223372036L)", 9223372036},
		{csharp, "time", 1e6, "TimeSpan.FromSeconds(86400)", 86400}, {csharp, "time", 1e-7, "TimeSpan.FromTicks(1)", 1e-7},
		{javascript, "time", 0.1 + 0.2, "300", 0.3}, {javascript, "time", 1e7, "2147483647", 2147483.647}, {javascript,
			"time", 0.0005, "0.5", 0.0005},
		{python, "truth", 1, "True", 1}, {python, "count", 2.4, "2", 2}, {rust, "number", 2, "2.0", 2}, {rust,
			"single", 1.1, "1.1", 1.1}, {rust, "time", 0.15, "Duration::from_millis(150)", 0.15},
	} {
		if literal, is := c.of.form(c.form)(c.x); literal != c.literal || !(math.Abs(is-c.is) <= 1e-15*c.is) {
			t.Errorf("%s, %s: %v is %s, which is %v, want %s, %v", c.of.Name, c.form, c.x, literal, is, c.literal, c.is)
		}
	}
}
