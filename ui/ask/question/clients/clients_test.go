package clients

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"retune/calc/client"
	"retune/ui/ask/setting"
	"retune/ui/files/clientconfig"
)

// TestExportThenImport writes random values of the client of each format, reads the file
// and has the same policy again.
func TestExportThenImport(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, f := range clientconfig.Formats() {
		row := client.Find(f.Client)
		for range 20 {
			if f.Frame == "" { // read, and written as code
				break
			}
			s := setting.Default()
			v := random(row, f, r)
			if s.Adopt(v) != nil {
				continue // it is refused: TestRows of package client
			}
			fit, _ := To(s, f.Client)
			names, texts := fit.Parameters()
			var set []clientconfig.Setting
			for i := range names {
				set = append(set, clientconfig.Setting{Name: names[i], Text: texts[i]})
			}
			text, inexact, _, err := f.Write(set)
			if err != nil || len(inexact) > 0 {
				continue // said by the command
			}
			list, err := clientconfig.Read("", []byte(text), &f)
			if err != nil || len(list) != 1 {
				if len(list) == 0 && err == nil && f.Open { // nothing by which it is recognised
					continue
				}
				t.Fatalf("%s: %v %v\n%s", f.Name, list, err, text)
			}
			again := setting.Default()
			parts := []string{}
			for _, x := range list[0].Set {
				parts = append(parts, x.Name+"="+x.Text)
			}
			for _, set := range [][2]string{{"client", list[0].Client}, {"set", strings.Join(parts, ",")}} {
				if k, _ := setting.Find(set[0]); set[1] != "" {
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

// TestKnown lists those first that most people know, each of which is there.
func TestKnown(t *testing.T) {
	list := List("").Tables[0]
	for i, name := range client.Known() {
		if got := list.Columns[0].Words(i); got != name {
			t.Errorf("place %d has %s, want %s", i, got, name)
		}
	}
}

// TestHarmless holds that what comes nearest to a policy that ends, and waits, ends and waits, too.
func TestHarmless(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 10 {
		s := setting.Default()
		s.InitialDelay, s.Factor, s.Retries = 0.1+3*r.Float64(), 1+2*r.Float64(), float64(1+r.IntN(9))
		s.Deadline = []float64{math.Inf(1), 60}[r.IntN(2)]
		for _, name := range Names() {
			fit, _ := To(s, name)
			p, err := fit.Values.Policy()
			if err != nil || fit.Harm != "" || p.Stateful() {
				continue
			}
			_, hi := p.Retry(1).Support()
			endless := math.IsInf(p.Retries, 1) && math.IsInf(p.Deadline, 1) && p.Rule.Starts.Most == 0
			if endless || hi == 0 && p.MostRetries() > 0 {
				t.Errorf("%s: %+v becomes %+v", name, s.Policy.Policy, p)
			}
		}
	}
}

// TestUnreached has a cap that no delay reaches: it keeps no client from having the policy.
func TestUnreached(t *testing.T) {
	s := setting.Default()
	s.InitialDelay, s.Factor, s.Cap, s.Retries = 2, 2, 60, 4
	for _, name := range []string{"bullmq", "kubernetes-wait", "argo-workflows"} {
		if fit, _ := To(s, name); len(fit.Becomes) > 0 {
			t.Errorf("%s: %v", name, fit.Becomes)
		}
	}
}

// random is values of a client of which the format has the key, in range.
func random(row *client.Row, f clientconfig.Format, r *rand.Rand) client.Values {
	v := row.Defaults()
	for _, k := range f.Keys {
		p, _ := row.Find(k.Name)
		x := []float64{math.Inf(1), p.Least, 1, 2, 3, 5, 10, 0.5, 0.1, 60}[r.IntN(10)]
		if p.Unit == client.Word || p.Unit == client.Truth {
			x = float64(r.IntN(int(p.Most) + 1))
		}
		if x < p.Least || x > p.Most && !p.OrNone() || p.Unit == client.Count && x != math.Trunc(x) || r.IntN(3) == 0 {
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
		{"initial-delay=100ms cap=5s retries=9 jitter=full", "grpc", "maxAttempts=5,initialBackoff=100ms,maxBackoff=5s,backoffMultiplier=2", "jitter spread=0.2 instead of full; retries 4 instead of 9"},
		{"initial-delay=1s factor=3 cap=50s retries=none", "temporal", "initialInterval=1s,backoffCoefficient=3,maximumInterval=50s,maximumAttempts=0", ""},
		{"initial-delay=100ms factor=1.5 cap=10s retries=4 jitter=full", "aws-sdk-2026", "MaxAttempts=5,BaseDelay=100ms,MaxBackoff=10s", "factor 2 instead of 1.5"},
		{"initial-delay=2s retries=3 jitter=none", "polly", "MaxRetryAttempts=3,Delay=2s,BackoffType=exponential", ""},
		{"initial-delay=200ms retries=3 jitter=up=0.2", "axios-retry", "retries=3,delayFactor=100ms", ""},
	} {
		s := setting.Default()
		for set := range strings.FieldsSeq(c.flags) {
			name, text, _ := strings.Cut(set, "=")
			if k, _ := setting.Find(name); k.Set(&s, text) != nil {
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
