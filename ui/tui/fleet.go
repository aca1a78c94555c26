package tui

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"retune/ui/answer"
	"retune/ui/query/fleet"
)

// Where the simulation is the answer the view of the fleet shows it run by run, the
// first run with the key if it is short. Where the fluid model is, it answers three
// times: roughly with the key, with its error in the background, and then the
// simulation is shown beside it, run by run, until the next key, unless that is too
// much.

// A played message is the plays of a generation, with one run more, and what is
// shown of them.
type played struct {
	generation int
	plays      fleet.Plays
	bands      []answer.Band
	notes      []string
}

// asPlayed is what is shown of plays.
func (m Model) asPlayed(p fleet.Plays) played { return played{m.generation, p, p.Bands(), p.Notes()} }

// play plays one run more.
func (m Model) play(p fleet.Plays) tea.Cmd {
	return m.inBackground(m.work, func(ctx context.Context) tea.Msg { return m.asPlayed(p.More(ctx)) })
}

// played tells whether a run has been played of what is in view.
func (m Model) played() bool { return m.plays != nil && m.plays.Begun() }

// alone tells whether the plays are the answer.
func (m Model) alone() bool { return m.plays != nil && m.plays.Alone() }

// hasRoomFor tells whether the foot of the screen can hold both.
func (m Model) hasRoomFor(command string) bool {
	w := m.width - 3
	return len(wrap(command, w))+len(wrap(m.playing, w)) <= m.height/4
}

// footHeight is the lines of the commands, with that of the simulation from the
// start, so that nothing jumps when its first run comes in, nor when a usual command
// becomes longer.
func (m Model) footHeight() (n int) {
	lines := m.commands()
	if m.showsFleet() && !m.played() && !m.alone() && m.answer.None == nil && m.hasRoomFor(lines[0]) {
		lines = append(slices.Clip(lines), m.playing)
	}
	for _, line := range lines {
		n += len(wrap(line, m.width-3))
	}
	usual := 1
	if m.width < 100 {
		usual = 2
	}
	return max(n, usual)
}

// placeFleet shares out the room beside the knobs: the verdict, and below it the
// charts.
func (l *layout) placeFleet(m Model) {
	var r rect
	l.verdict, r = m.placeVerdict(l.right, 8)
	half := rect{r.x, r.y, r.w / 2, r.h}
	switch {
	case len(m.answer.Charts) == 0 || r.h == 0: // nothing to draw, or no room for it
	case r.w >= 140:
		l.charts = []rect{half, {r.x + half.w, r.y, r.w - half.w, r.h}}
	case r.h >= 16:
		l.charts = []rect{{r.x, r.y, r.w, r.h / 2}, {r.x, r.y + r.h/2, r.w, r.h - r.h/2}}
	default:
		l.charts = []rect{r}
	}
}

// playFirst has plays that are the answer ready, with one run if it is short.
func (m Model) playFirst() Model {
	if !m.showsFleet() {
		return m
	}
	p, ok := fleet.NewPlays(m.scenario)
	if !ok || !p.Alone() {
		return m
	}
	if p.Small() {
		p = p.More(m.work.ctx)
	}
	return m.show(m.asPlayed(p))
}

// show takes the plays, which are the answer if they are alone: a full one once all
// are there.
func (m Model) show(p played) Model {
	m.plays, m.bands, m.notes = &p.plays, p.bands, p.notes
	if !m.played() || !m.alone() {
		return m
	}
	m.answer, m.stage = p.plays.Answer(), rough
	if p.plays.Done() {
		m.stage = exact
	}
	return m
}

// startPlays begins the simulation once the flow has answered, or goes on with it.
func (m Model) startPlays() (Model, tea.Cmd) {
	if !m.showsFleet() {
		return m, nil
	}
	if m.plays == nil {
		p, ok := fleet.NewPlays(m.scenario)
		if !ok {
			return m, nil
		}
		m = m.show(m.asPlayed(p))
	}
	return m.playOn()
}

// morePlays takes a run, and has the next one played.
func (m Model) morePlays(msg played) (Model, tea.Cmd) {
	if msg.generation != m.generation {
		return m, nil
	}
	return m.show(msg).playOn()
}

// playOn has the next run played.
func (m Model) playOn() (Model, tea.Cmd) {
	if m.plays.Done() {
		return m, nil
	}
	return m, m.play(*m.plays)
}
