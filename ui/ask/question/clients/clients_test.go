package clients

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retune/calc/client"
	"retune/ui/ask/setting"
	"retune/ui/files/clientconfig"
)

// TestExportThenImport writes 25 random policies in each format and reads back the same policies. A parameter without a
// key in the format has its default, or the value in Format.Absent.
func TestExportThenImport(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, f := range clientconfig.Formats() {
		n := 0
		for tries := 0; n < 25 && tries < 2000 && f.Frame != ""; tries++ {
			s := setting.Default()
			if s.SetClient(random(client.Find(f.Client), f, r)) != nil {
				continue // the row refuses it: see TestRows in package client
			}
			fit, _ := To(&s, f.Client)
			text, inexact, err := written(f, fit)
			if err != nil || len(inexact) > 0 {
				continue // the command reports it
			}
			list, err := clientconfig.Read("", []byte(text), &f)
			if err == nil && len(list) == 0 && f.Open { // the file has no recognisable key
				continue
			}
			if err != nil || len(list) != 1 {
				t.Fatalf("%s: %v %v\n%s", f.Name, list, err, text)
			}
			n++
			again := setting.Default()
			for _, set := range [][2]string{{"client", list[0].Client}, {"set", list[0].Parameters()}} {
				if k, _ := setting.Find(set[0]); set[1] != "" {
					if err := k.Set(&again, set[1]); err != nil {
						t.Fatalf("%s: %s: %v", f.Name, set[1], err)
					}
				}
			}
			if again.Policy != s.Policy {
				t.Fatalf("%s:\n%s\nis read as %s\n%+v\nwant\n%+v", f.Name, text, list[0].Parameters(), again.Policy, s.Policy)
			}
		}
		if n < 25 && f.Frame != "" {
			t.Errorf("%s: only %d of 25 policies were exact", f.Name, n)
		}
	}
}

// written returns the file of a format with the parameters of a fit.
func written(f clientconfig.Format, fit Fit) (text string, inexact []clientconfig.Setting, err error) {
	names, texts := fit.Parameters()
	var set []clientconfig.Setting
	for i := range names {
		set = append(set, clientconfig.Setting{Name: names[i], Text: texts[i]})
	}
	text, inexact, _, err = f.Write(set)
	return text, inexact, err
}

// TestKnown checks that the best known clients exist and come first.
func TestKnown(t *testing.T) {
	list := List("").Tables[0]
	for i, name := range client.Known() {
		if got := list.Row(i)[0].Words; got != name {
			t.Errorf("place %d has %s, want %s", i, got, name)
		}
	}
}

// TestAboutHasTheRow checks that the page of a client ends with its row of the list, with all its names.
func TestAboutHasTheRow(t *testing.T) {
	for i := range client.Rows() {
		v := client.Rows()[i].Defaults()
		tables := About(v).Tables
		last := tables[len(tables)-1]
		if row := last.Row(0); last.Name != "clients" || last.Len != 1 || row[0].Words != v.Row.Name ||
			!strings.Contains(row[len(row)-1].Words, strings.Join(v.Row.Names, " ")) {
			t.Errorf("%s: the last table is %s with %v", v.Row.Name, last.Name, row)
		}
	}
}

// TestHarmless checks that the fit of a policy that ends and waits also ends and waits, in the client and in its
// formats.
func TestHarmless(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 10 {
		s := setting.Default()
		s.InitialDelay, s.Factor, s.Retries = 0.1+3*r.Float64(), 1+2*r.Float64(), float64(1+r.IntN(9))
		if r.IntN(2) == 0 {
			s.Deadline = 60
		}
		if s.Deadline == 60 && r.IntN(2) == 0 {
			s.Retries = math.Inf(1)
		}
		for _, name := range Names() {
			if fit, _ := To(&s, name); fit.Harm == "" && harm(fit.Values, &s) != "" {
				t.Errorf("%s: %s", name, harm(fit.Values, &s))
			}
		}
		for _, f := range clientconfig.Formats() {
			fit, _ := To(&s, f.Client)
			text, _, err := written(f, fit)
			ofPolicy := slices.ContainsFunc(f.Keys, func(k clientconfig.Key) bool {
				p, _ := fit.Values.Row.Find(k.Name)
				return p.Role.OfPolicy()
			})
			if f.Frame == "" || fit.Harm != "" || err != nil || !ofPolicy || fit.Without(missing(f, fit), &s) != "" {
				continue
			}
			list, err := clientconfig.Read("", []byte(text), &f)
			if err != nil || len(list) != 1 {
				continue // TestExportThenImport covers it
			}
			again := setting.Default()
			for _, set := range [][2]string{{"client", list[0].Client}, {"set", list[0].Parameters()}} {
				if k, _ := setting.Find(set[0]); set[1] != "" && k.Set(&again, set[1]) != nil {
					again = s // the client refuses it
				}
			}
			if again.Library.Row != nil && harm(again.Library, &s) != "" {
				t.Errorf("%s: %s: %+v\n%s", f.Name, harm(again.Library, &s), s.Policy.Policy, text)
			}
		}
	}
}

// missing returns the parameters of a fit without a key in a format.
func missing(f clientconfig.Format, fit Fit) []string {
	names, _ := fit.Parameters()
	return slices.DeleteFunc(names, func(name string) bool {
		return slices.ContainsFunc(f.Keys, func(k clientconfig.Key) bool { return k.Name == name })
	})
}

// TestUnreached checks that a cap that no delay reaches does not prevent an exact fit.
func TestUnreached(t *testing.T) {
	s := setting.Default()
	s.InitialDelay, s.Factor, s.Cap, s.Retries = 2, 2, 60, 4
	for _, name := range []string{"bullmq", "kubernetes-wait", "argo-workflows"} {
		if fit, _ := To(&s, name); len(fit.Becomes) > 0 {
			t.Errorf("%s: %v", name, fit.Becomes)
		}
	}
}

// random returns random values in range for the parameters with keys in the format.
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

// TestFit checks the nearest parameters of clients, and the reported changes.
func TestFit(t *testing.T) {
	for _, c := range []struct{ flags, to, values, becomes string }{
		{"initial-delay=100ms cap=5s retries=3 jitter=spread=0.2", "grpc",
			"maxAttempts=4,initialBackoff=100ms,maxBackoff=5s,backoffMultiplier=2", ""},
		{"initial-delay=100ms cap=5s retries=9 jitter=full", "grpc",
			"maxAttempts=5,initialBackoff=100ms,maxBackoff=5s,backoffMultiplier=2",
			"jitter spread=0.2 instead of full; retries 4 instead of 9"},
		{"initial-delay=1s factor=3 cap=50s retries=none", "temporal",
			"initialInterval=1s,backoffCoefficient=3,maximumInterval=50s,maximumAttempts=0", ""},
		{"initial-delay=100ms factor=1.5 cap=10s retries=4 jitter=full", "aws-sdk-2026",
			"MaxAttempts=5,BaseDelay=100ms,MaxBackoff=10s", "factor 2 instead of 1.5"},
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
		fit, ok := To(&s, c.to)
		if !ok {
			t.Fatalf("there is no %s", c.to)
		}
		names, texts := fit.Parameters()
		var got []string
		for i := range names {
			got = append(got, names[i]+"="+texts[i])
		}
		values, becomes := strings.Join(got, ","), strings.Join(fit.Becomes, "; ")
		if values != c.values || becomes != c.becomes {
			t.Errorf("%s as %s: %s (%s), want %s (%s)", c.flags, c.to, values, becomes, c.values, c.becomes)
		}
	}
}
