package tui

import tea "charm.land/bubbletea/v2"

// A stops does nothing on systems that cannot suspend programs.
type stops struct{}

func newStops() *stops { return &stops{} }

func (*stops) see(tea.Msg) {}

func (*stops) watch(*tea.Program) (done func()) { return func() {} }
