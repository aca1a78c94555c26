package question_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// few is the largest number of random scenarios for each question that leaves out those that take long.
const few = 4

var (
	scenarios = flag.Int("scenarios", 1, "how many random scenarios every query is asked of")
	steps     = flag.Int("steps", 10_000, "how many attempts are simulated for one figure")
	from      = flag.Uint64("from", 1, "seed of the first scenario")
)

// elsewhere are questions that are compared with other references: the cells of a map with other questions, a stack
// with a replay in calc/stack, a solution with the policy that it was made from in package solve.
var elsewhere = []string{"map", "stack", "solve"}

// TestFigures asks every question about random scenarios.
func TestFigures(t *testing.T) {
	for _, q := range question.Questions {
		if slices.Contains(elsewhere, q.Name) {
			continue
		}
		t.Run(q.Name, func(t *testing.T) {
			n, first := *scenarios, *from
			if testing.Short() {
				n = 1
			}
			switch q.Name {
			case "fleet", "levers", "contend", "jitter", "recommend":
				n = (n + 3) / 4 // each takes long
			}
			if q.Name == "levers" {
				if *scenarios == 1 { // calc/advice tests its searches
					t.Skip("it simulates for seconds")
				}
				first++ // the first takes longest
			}
			for i := range n {
				if s, _ := drawn(q, first+uint64(i)); *scenarios <= few && q.Name != "levers" && s.Retries > 20 &&
					!q.Quick(&s, answer.Full) {
					continue // it takes seconds, up to a minute: only with more scenarios
				}
				compare(t, q, first+uint64(i), *steps)
			}
		})
	}
}

// FuzzFigures asks every question but levers about the scenario of a seed. The fuzzing engine stops inputs that take
// ten seconds, so it simulates little and skips slow questions.
func FuzzFigures(f *testing.F) {
	f.Add(uint64(3))
	f.Fuzz(func(t *testing.T, seed uint64) {
		q := question.Questions[seed%uint64(len(question.Questions))]
		s, _ := drawn(q, seed)
		if q.Name == "levers" || slices.Contains(elsewhere, q.Name) || s.Retries > 20 && !q.Quick(&s, answer.Full) {
			t.Skip("takes seconds")
		}
		compare(t, q, seed, 2000)
	})
}

// A trial is one question with the reference values for its answer.
type trial struct {
	t    *testing.T
	q    answer.Question
	ask  string
	a, b *policy // b is policy B, or nil

	wrong    []string
	steps    int
	warnings []string
	fleets   map[*policy]*fleetCheck
}

// compare asks a question. Figures that seem wrong are simulated again ten times as often: of a thousand figures one is
// five standard errors off by chance.
func compare(t *testing.T, q answer.Question, seed uint64, steps int) {
	t.Helper()
	c := ask(t, q, seed, steps)
	if len(c.wrong) > 0 {
		c = ask(t, q, seed, 10*steps)
	}
	for i, problem := range c.wrong {
		if i < 4 { // the others mostly have the same cause
			t.Errorf("%s\n\t\t%s", problem, c.ask)
		}
	}
}

// drawn returns the scenario of a seed, and its texts.
func drawn(q answer.Question, seed uint64) (setting.Scenario, []string) {
	return draw(rand.New(rand.NewPCG(seed, uint64(len(q.Name)))), q)
}

func ask(t *testing.T, q answer.Question, seed uint64, steps int) *trial {
	t.Helper()
	s, args := drawn(q, seed)
	c := &trial{t: t, q: q, steps: steps, a: newPolicy(&s, seed+uint64(steps), steps)}
	c.ask = fmt.Sprintf("seed %d: retune %s %s", seed, q.Subcommand(), strings.Join(args, " "))
	if s.Versus != nil {
		c.b = newPolicy(new(s.B()), seed+uint64(steps), steps)
	}
	answer := q.Ask(context.Background(), &s, answer.Full)
	if answer.None != nil {
		if answer.None.Reason == "" {
			c.errorf("it has no answer and no reason")
		}
		return c
	}
	c.warnings = answer.Notes()
	c.adds(answer)
	for _, g := range answer.Groups {
		for _, x := range g.Quantities {
			if x.Words != "" {
				continue
			}
			c.quantity(x, x.Number, c.a, answer)
			if answer.Policies != nil && !x.Shared {
				c.quantity(x, x.Of(1).Number, c.b, answer)
			}
		}
	}
	for _, table := range answer.Tables {
		c.table(table, answer)
	}
	return c
}

func (c *trial) errorf(format string, args ...any) {
	c.wrong = append(c.wrong, fmt.Sprintf(format, args...))
}

// quantity compares one number of an answer.
func (c *trial) quantity(x answer.Quantity, got float64, p *policy, a answer.Answer) {
	c.t.Helper()
	p.unplayed = false
	f, ok := c.figure(x, p)
	if !ok {
		c.errorf("nobody knows what %s should be", x.Key())
		return
	}
	c.judge(x.Key(), f, got, p, func() string { return reason(a, x.Key()) })
}

// judge checks a figure. An absent figure needs a valid reason.
func (c *trial) judge(name string, f figure, got float64, p *policy, why func() string) {
	c.t.Helper()
	right, want := f(got)
	switch {
	case right:
	case p.unplayed:
		c.t.Logf("%s: %s is %v, too long to be simulated", c.ask, name, got)
	case math.IsNaN(got) && legitimate(why()):
	// on the curve without jitter
	case math.IsNaN(got) && p.p.Jitter.Type == jitter.Decorrelated && why() == "the policy has none":
	default:
		c.errorf("%s is %.9g, simulated %s", name, got, want)
	}
}

// reason returns the reason for an absent quantity.
func reason(a answer.Answer, key string) string {
	for _, w := range a.Warnings {
		if w.Code == answer.Absent && slices.Contains(w.Keys, key) {
			_, why, _ := strings.Cut(w.Message, ": ")
			return why
		}
	}
	return ""
}

// excuses are the valid reasons for a figure that is absent although the reference has it.
var excuses = []string{
	"never ends", "neither retries nor deadline ends", // there is no last retry, although simulated clients have one
	"makes no retry", "never reached", "the factor is not used",
	"too few runs", "duration",
}

func legitimate(why string) bool {
	for _, e := range excuses {
		if strings.Contains(why, e) {
			return true
		}
	}
	return false
}
