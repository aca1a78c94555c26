package sweep_test

import (
	"context"
	"math"
	"strings"
	"sync/atomic"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/question/sweep"
	"retune/ui/ask/setting"
)

// TestCallTimes compares a map of the longest call time, in which every cell is a (r^n - 1)/(r - 1), and its limit of
// 20s, with the sum. The present 1s x2 with 4 retries take 15s.
func TestCallTimes(t *testing.T) {
	a, s := ask(t, "map", "retries", "4", "of", "call-time-max<20s", "x", "factor=1.5..3:4", "y", "retries=2..5:4")
	keeps := 0
	for j, n := range a.Map.Y.Values {
		for i, r := range a.Map.X.Values {
			want, v := (math.Pow(r, n)-1)/(r-1), a.Map.Cells[a.Map.Cell(i, j)]
			if !(math.Abs(v.Number-want) <= 1e-9*want) {
				t.Errorf("factor %v, %v retries: %v, want %v", r, n, v.Number, want)
			}
			state := answer.Breaks
			if want < 20 {
				state, keeps = answer.Keeps, keeps+1
			}
			if got := a.Map.Limits[a.Map.Cell(i, j)]; got != state {
				t.Errorf("factor %v, %v retries: the limit is %v, want %v", r, n, got, state)
			}
			to, err := a.Map.ScenarioAt(&s, i, j)
			if err != nil || to.Factor != r || to.Retries != n {
				t.Errorf("the cell is taken as factor %v, %v retries: %v", to.Factor, to.Retries, err)
			}
		}
	}
	if len(a.Map.Border) == 0 || keeps == 0 || len(a.Warnings) > 0 {
		t.Errorf("%d cells keep the limit, %d points of the border, %v", keeps, len(a.Map.Border), a.Notes())
	}
	if a.Summary != "The longest call time is 15s at the current settings (factor 2, 4 retries), and keeps the limit of "+
		"less than 20s. Breaks the limit at factor 2.5 or more and with 5 retries or more." {
		t.Error(a.Summary)
	}
	axes := []string{"of", "call-time-max<20s", "x", "factor=1.5..3:4", "y", "retries=2..5:4"}
	if a, _ := ask(t, "map", append(axes, "retries", "5")...); a.Summary != "The longest call time is 31s at the current "+
		"settings (factor 2, 5 retries), and breaks the limit of less than 20s. Keeps the limit at factor 1.5 or less and "+
		"with 4 retries or fewer." {
		t.Error(a.Summary)
	}
	if a, _ := ask(t, "map", append(axes, "vs", "r=3")...); len(a.Warnings) != 1 ||
		a.Notes()[0] != "--vs has no effect: the map shows A alone" {
		t.Errorf("of two policies the map has one: %q", a.Notes())
	}
}

// TestVerdicts asks for the verdict of a small fleet over two settings. The sentence begins with the word of the
// present cell, which has the tone of the word, and the table of a sweep has one column of states.
func TestVerdicts(t *testing.T) {
	small := []string{"clients", "40", "workers", "4", "service-time", "100ms", "think", "2s", "outage", "5s", "retries",
		"3",
		"runs", "4"}
	a, _ := ask(t, "map", append(small, "x", "factor=2..3:2", "y", "retries=2..3:2")...)
	if a.None != nil {
		t.Fatal(a.None.Reason)
	}
	word, tone := strings.ToUpper(a.Map.Cells[a.Map.Cell(a.Map.Current[0], a.Map.Current[1])].Words), a.Tone
	if word != "RECOVERS" || tone != answer.Good || !strings.HasPrefix(a.Summary,
		word+" at the current settings (factor 2, ") {
		t.Errorf("%s, tone %v: %s", word, tone, a.Summary)
	}
	b, _ := ask(t, "fleet", append(small, "sweep", "retries=1..3:2")...)
	states := 0
	for _, c := range b.Tables[0].Columns {
		if strings.Contains(c.Name, "state") {
			states++
		}
	}
	if states != 1 || b.Tables[0].Len != 2 {
		t.Errorf("%d columns of states, %d rows", states, b.Tables[0].Len)
	}
}

// TestAsks counts how often a sweep asks a question: once for each value. A sweep has no formulas, its question has.
func TestAsks(t *testing.T) {
	var asked [5]atomic.Int32 // by the number of retries
	q := sweep.Swept(answer.Question{Command: answer.Command{Name: "counted"}, Computation: answer.Computation{
		Worked: func(*setting.Scenario, answer.Answer) []string { return []string{"1 + 1"} },
		Ask: func(_ context.Context, s *setting.Scenario, _ answer.Effort) answer.Answer {
			asked[int(s.Retries)].Add(1)
			return answer.Answer{Groups: []answer.Group{{Quantities: []answer.Quantity{{Name: "n",
				Value: answer.Value{Number: s.Retries}}}}}}
		}}}, question.Figures)
	s := setting.Default()
	if q.Worked(&s, answer.Answer{}) == nil {
		t.Error("the question has no formulas")
	}
	k, _ := q.Setting("sweep")
	if err := k.Set(&s, "retries=1..4:4"); err != nil {
		t.Fatal(err)
	}
	w := q.Work(&s, answer.Full)
	w.Do(t.Context(), nil)
	for n := 1; n <= 4; n++ {
		if times := asked[n].Load(); times != 1 {
			t.Errorf("%d retries are asked %d times", n, times)
		}
	}
	if a := w.Answer(); q.Worked(&s, a) != nil || a.Tables[0].Len != 4 {
		t.Errorf("%d rows, %v", a.Tables[0].Len, q.Worked(&s, a))
	}
}
