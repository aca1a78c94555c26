package setting

import (
	"strings"
	"testing"
)

// TestTyped checks that output and commands repeat times as the user typed them until the value changes, and that the
// repeated text gives the same value.
func TestTyped(t *testing.T) {
	for set, want := range map[string]string{
		"cap 90s": "90s", "cap 1m30s": "1m30s", "cap 90": "90s", "cap 1": "1s", "outage 90": "90s", "cap  90s ": "90s",
		"cap 0090s": "0090s", "cap 1h 30m": "1h30m", "cap unlimited": "none",
		"deadline 1500ms": "1500ms", "deadline 1500000000ms": "17d8h40m", "retries 9": "9", "retries 1e1": "10",
		"outage 90s": "90s", "outage 60s..150s": "60s..150s", "outage mean=90s": "mean=90s",
		"outage log=60s..2h": "log=60s..2h", "outage 30s..1m30s": "30s..1m30s",
		"jitter add=1500ms": "add=1500ms", "jitter +1500ms": "add=1.5s", "jitter plus=1500ms": "add=1.5s",
		"failure-rate 0.05": "5%",
		"vs cap=90s":        "cap=90s", "vs max-delay=90s": "cap=90s", "vs cap=90s,r=3": "r=3,cap=90s",
	} {
		name, text, _ := strings.Cut(set, " ")
		k, _ := Find(name)
		s := Default()
		if err := k.Set(&s, text); err != nil {
			t.Errorf("%s: %v", set, err)
			continue
		}
		if got := k.Typed(&s); got != want {
			t.Errorf("%s is echoed %s, want %s", set, got, want)
		}
		again := Default()
		if err := k.Set(&again, k.Typed(&s)); err != nil || !same(&s, &again) {
			t.Errorf("%s, echoed %s, is another value: %v", set, k.Typed(&s), err)
		}
		if line := Command(Args(&s, new(Default()), "", []string{"vs", "outage", "failure-rate"}, nil)); want != "none" &&
			want != "10" && !strings.HasSuffix(line, " "+want) {
			t.Errorf("%s is not echoed in %s", set, line)
		}
	}
	k, _ := Find("cap")
	s := Default()
	_ = k.Set(&s, "90s")
	kept := s
	if k.Step(&s, 1, false); k.Typed(&s) != k.Text(&s) || s.SentenceText("cap") == "90s" {
		t.Errorf("turned, it is echoed %s, and is %s", k.Typed(&s), k.Text(&s))
	}
	if _ = k.Set(&s, "1m30s"); k.Typed(&s) != "1m30s" || k.Typed(&kept) != "90s" {
		t.Errorf("typed anew it is echoed %s, and before %s", k.Typed(&s), k.Typed(&kept))
	}
	b := kept.AddPolicy(&kept)
	_ = k.Set(&b, "180s")
	if before := b.B(); b.SentenceText("cap") != "180s" || before.SentenceText("cap") != "90s" {
		t.Errorf("A is echoed %s, B %s", b.SentenceText("cap"), before.SentenceText("cap"))
	}
}
