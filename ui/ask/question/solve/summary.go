package solve

import (
	"fmt"
	"math"
	"strings"

	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// summary states the solution and its result.
func (sol Solution) summary(s *setting.Scenario, w want) string {
	if sol.AllKeep {
		return sol.everywhere(s, w)
	}
	text, next := sol.result(s, w), "; with "+sol.next()+" "
	switch {
	case math.IsNaN(sol.Next):
	case sol.WhyNextFails != "":
		text += next + sol.WhyNextFails
	case !sol.NextHolds:
		text += next + sol.past(s, w)
	case sol.NextError > 0:
		text += next + sol.past(s, w) + ", too near to the bound"
	}
	return text + worst(s, w) + "."
}

// everywhere states a solution that every value of the setting is.
func (sol Solution) everywhere(s *setting.Scenario, w want) string {
	name, said := sol.Setting.SentenceName(), w.Clause(w.withError(s, sol.Achieved, sol.AchievedError))+worst(s, w)
	span := fmt.Sprintf("from %s to %s", sol.place(sol.From), sol.place(sol.To))
	slow := w.slow(s) // then the search did not cover the side away from the bound
	every := "any " + name + " " + span + " works"
	if w.Simulated() { // others may work as well
		every = "every " + name + " tried, " + span + ", works"
	}
	switch {
	case sol.AllEqual || sol.From == sol.To:
		return fmt.Sprintf("The %s changes nothing: %s with any.", name, said)
	case sol.PresentWorks && slow:
		return fmt.Sprintf("Already met: with %s %s.", sol.phrase(), said)
	case sol.PresentWorks:
		return fmt.Sprintf("Already met: with %s %s; %s.", sol.phrase(), said, every)
	case slow:
		return fmt.Sprintf("Any %s works: with %s %s.", name, sol.place(sol.Value), said)
	}
	return fmt.Sprintf("%s: with %s %s.", answer.Sentence(every), sol.place(sol.Value), said)
}

// result states the value and what it gives.
func (sol Solution) result(s *setting.Scenario, w want) string {
	phrase, gives := sol.phrase(), w.withError(s, sol.Achieved, sol.AchievedError)
	if sol.Unit == unit.Count && sol.Setting.NounsOneMore[0] != "" && unit.Finite(sol.Value) {
		phrase += " (" + answer.Counted(sol.Value+1, sol.Setting.NounsOneMore[0], sol.Setting.NounsOneMore[1]) + ")"
	}
	return "With " + phrase + ", " + w.Clause(gives)
}

// worst says after which outages a bound holds.
func worst(s *setting.Scenario, w want) string {
	if s.Outage.Kind != elapsed.WorstOutage || w.OverOutages == nil {
		return ""
	}
	return ", after any outage of up to " + unit.Duration.Exact(s.Outage.B)
}

// past describes the result on the other side as a clause.
func (sol Solution) past(s *setting.Scenario, w want) string {
	switch {
	case math.IsNaN(sol.NextResult):
		return "there would be none"
	case math.IsInf(sol.NextResult, 1) && !w.LowerBound && w.Simulated():
		return "there would be none within the simulated time"
	case w.ZeroText != "" && sol.Achieved == 0:
		return strings.Replace(unit.Count.Format(sol.NextResult)+" would", "1 would", "one would", 1)
	case math.IsInf(sol.NextResult, 1):
		return "it would be unlimited"
	}
	return "it would be " + w.withError(s, sol.NextResult, sol.NextError)
}

// Sides describes the results of a fleet on both sides of the solution: "149.3/s ± 1.8/s; with 13% it would be 151/s".
func (sol Solution) Sides(s *setting.Scenario, r figure.Figure) string {
	w := want{r}
	text := w.withError(s, sol.Achieved, sol.AchievedError)
	if !math.IsNaN(sol.Next) {
		text += fmt.Sprintf("; with %s %s", sol.next(), sol.past(s, w))
	}
	return text
}

// NeedsText lists the limits that the solution excludes: "no limit on retries". It returns "" for none.
func (sol Solution) NeedsText() string {
	var list []string
	for _, k := range sol.LiftedLimits {
		if k.Nouns[1] != "" {
			list = append(list, "no limit on "+k.Nouns[1])
		} else {
			list = append(list, "no "+k.SentenceName())
		}
	}
	return strings.Join(list, " and ")
}

// phrase returns the solution in words: "an initial delay of 2s", "5 clients", "no cap".
func (sol Solution) phrase() string {
	switch things := sol.Setting.Nouns; {
	case things[0] != "" && !math.IsInf(sol.Value, 1):
		return answer.Counted(sol.Value, things[0], things[1])
	case things[1] != "":
		return "no limit on " + things[1]
	case math.IsInf(sol.Value, 1):
		return "no " + sol.Setting.SentenceName()
	}
	return fmt.Sprintf("%s of %s", article(sol.Setting.SentenceName()), sol.place(sol.Value))
}

// next returns the text of the next value.
func (sol Solution) next() string {
	if math.IsInf(sol.Next, 1) {
		return "no limit"
	}
	return sol.place(sol.Next)
}

// place returns the text of a value of the setting.
func (sol Solution) place(x float64) string {
	if math.IsInf(x, 1) {
		return "none"
	}
	return sol.Unit.Unbounded(x, 0)
}

// whatSummary returns the value of the named result, or the reason why there is none.
func whatSummary(a answer.Answer, name string, r figure.Figure) string {
	say := func(i int) string {
		if text := a.FigureText(name, i); text != "" {
			if share := a.FigureText(name+" relative", i); share != "" {
				text += " (" + share + " of the time before)"
			}
			if q, _ := a.Figure(name); r.PossibleWords == nil {
				text += fate(q.For(i).Origin)
			}
			return text
		}
		switch v := a.Value(name, i); {
		case v.Status == answer.Unbounded:
			return "unlimited: " + v.Why
		case v.Why != "":
			return "none: " + v.Why
		}
		return "none"
	}
	return fmt.Sprintf("%s: %s.", answer.Sentence(r.DisplayName()), a.EachPolicy(" ", ", ", say))
}

// fate says what became of the fleet that a figure is of, or returns "" for a figure that does not depend on it.
func fate(of answer.Origin) string {
	switch {
	case of.State == "" || of.Course == answer.Final:
		return ""
	case of.State == answer.Lost:
		return "; the fleet does not recover"
	case of.State == answer.Unfinished:
		return "; the runs end before it is known whether the fleet recovers"
	case of.Runs.Settled < of.Runs.All():
		return fmt.Sprintf("; the fleet recovers in %d of %d runs", of.Runs.Settled, of.Runs.All())
	}
	return "; the fleet recovers"
}

// proposalSummary returns the flags of the proposal, how soon its clients are back and their retries.
func proposalSummary(a answer.Answer, s *setting.Scenario) string {
	longest := "at most " + a.FigureText("reconnect delay max", 0)
	if s.Jitter.Type != jitter.None {
		longest = "p99 " + a.FigureText("reconnect delay p99", 0)
	}
	flags := setting.Args(s, new(setting.Default()), "", nil, nil)
	back, n := "", unit.Number.Rounded(a.Value("retries", 0).Number, 3)
	if mean := a.FigureText("reconnect delay mean", 0); mean != "" {
		back = fmt.Sprintf("reconnect %s on average (%s) after an outage of %s, and ", mean, longest, s.SentenceText("at"))
	}
	return answer.Singulars(fmt.Sprintf("Use %s: clients %smake %s retries each.", strings.Join(flags, " "), back, n))
}
