package library

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"retune/calc/client"
	"retune/ui/config"
	"retune/ui/knob"
)

// TestExportThenImport writes random values of the client of each format, reads the file
// and has the same policy again.
func TestExportThenImport(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, f := range config.Formats {
		row := client.Find(f.Client)
		for range 20 {
			if f.Frame == "" { // read, and written as code
				break
			}
			s := knob.Default()
			v := random(row, f, r)
			if s.Adopt(v) != nil {
				continue // it is refused: TestRows of package client
			}
			fit, _ := To(s, f.Client)
			names, texts := fit.Parameters()
			var set []config.Setting
			for i := range names {
				set = append(set, config.Setting{Name: names[i], Text: texts[i]})
			}
			text, inexact, _, err := f.Write(set)
			if err != nil || len(inexact) > 0 {
				continue // said by the command
			}
			list, err := config.Read("", []byte(text), &f)
			if err != nil || len(list) != 1 {
				if len(list) == 0 && err == nil && f.Open { // nothing by which it is recognised
					continue
				}
				t.Fatalf("%s: %v %v\n%s", f.Name, list, err, text)
			}
			again := knob.Default()
			parts := []string{}
			for _, x := range list[0].Set {
				parts = append(parts, x.Name+"="+x.Text)
			}
			for _, set := range [][2]string{{"client", list[0].Client}, {"set", strings.Join(parts, ",")}} {
				if k, _ := knob.Find(set[0]); set[1] != "" {
					if err := k.Set(&again, set[1]); err != nil {
						t.Fatalf("%s: %s: %v", f.Name, set[1], err)
					}
				}
			}
			if again.Policy != s.Policy {
				t.Fatalf("%s: %v\n%s\nis read as %s\n%+v\nwant\n%+v", f.Name, set, text, parts, again.Policy, s.Policy)
			}
		}
	}
}

// random is values of a client of which the format has the key, in range.
func random(row *client.Row, f config.Format, r *rand.Rand) client.Values {
	v := row.Defaults()
	for _, k := range f.Keys {
		p, _ := row.Find(k.Name)
		x := []float64{p.Least, 1, 2, 3, 5, 10, 0.5, 0.1, 60}[r.IntN(9)]
		if p.Unit == client.Word || p.Unit == client.Truth {
			x = float64(r.IntN(int(p.Most) + 1))
		}
		if x < p.Least || x > p.Most || p.Unit == client.Count && x != math.Trunc(x) || r.IntN(3) == 0 {
			continue
		}
		v = v.With(p.Name, x)
	}
	return v
}

// TestFit comes as near as a client can, and says what becomes of the rest.
func TestFit(t *testing.T) {
	for _, c := range []struct{ flags, to, values, becomes string }{
		{"initial-delay=100ms cap=5s retries=3 jitter=spread=0.2", "grpc", "maxAttempts=4,initialBackoff=100ms,maxBackoff=5s,backoffMultiplier=2", ""},
		{"initial-delay=100ms cap=5s retries=9 jitter=full", "grpc", "maxAttempts=5,initialBackoff=100ms,maxBackoff=5s,backoffMultiplier=2", "jitter full becomes spread=0.2; retries 9 becomes 4"},
		{"initial-delay=1s factor=3 cap=50s retries=none", "temporal", "initialInterval=1s,backoffCoefficient=3,maximumInterval=50s,maximumAttempts=0", ""},
		{"initial-delay=100ms factor=1.5 cap=10s retries=4 jitter=full", "aws-sdk-2026", "MaxAttempts=5,BaseDelay=100ms,MaxBackoff=10s", "factor 1.5 becomes 2"},
		{"initial-delay=2s retries=3 jitter=none", "polly", "MaxRetryAttempts=3,Delay=2s,BackoffType=exponential", ""},
		{"initial-delay=200ms retries=3 jitter=up=0.2", "axios-retry", "retries=3,delayFactor=100ms", ""},
	} {
		s := knob.Default()
		for set := range strings.FieldsSeq(c.flags) {
			name, text, _ := strings.Cut(set, "=")
			if k, _ := knob.Find(name); k.Set(&s, text) != nil {
				t.Fatal(set)
			}
		}
		fit, ok := To(s, c.to)
		if !ok {
			t.Fatalf("there is no %s", c.to)
		}
		names, texts := fit.Parameters()
		var got []string
		for i := range names {
			got = append(got, names[i]+"="+texts[i])
		}
		if values, becomes := strings.Join(got, ","), strings.Join(fit.Becomes, "; "); values != c.values || becomes != c.becomes {
			t.Errorf("%s as %s: %s (%s), want %s (%s)", c.flags, c.to, values, becomes, c.values, c.becomes)
		}
	}
}
