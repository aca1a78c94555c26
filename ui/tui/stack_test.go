package tui

import (
	"slices"
	"strings"
	"testing"

	"retune/ui/ask/answer"
)

// TestLayersHaveAView checks that layers of retries add a view with a bar for each, which ends at its longest call.
// Without layers no tab leads there.
func TestLayersHaveAView(t *testing.T) {
	m := screen(t, 120, 36)
	for range len(views) {
		if m = press(m, "tab"); m.tab().Layout == answer.Nested {
			t.Fatal("tab leads to layers that there are not")
		}
	}
	m = Refined(press(write(press(m, "/"), "layer 3x2"), "enter"))
	if m.tab().Layout != answer.Nested || !strings.Contains(lines(m)[0], "[F7 stack]") {
		t.Fatalf("the view of the layers is not in sight:\n%s", text(m))
	}
	bars := m.answer.Bars.List
	most := slices.MaxFunc(bars, func(a, b answer.Bar) int { return int(a.Value - b.Value) }).Value
	shown := lines(m)
	for _, bar := range bars {
		i := slices.IndexFunc(shown, func(l string) bool { return strings.Contains(l, bar.Name+"  "+bar.Text) })
		if i < 0 {
			t.Fatalf("no bar of %s in\n%s", bar.Name, text(m))
		}
		line := strings.TrimRight(string([]rune(shown[i+1])[m.layout().right.x:]), " ")
		if got, want := float64(len([]rune(line))), bar.Value/most*float64(m.layout().right.w); got < want-1.5 ||
			got > want+1.5 {
			t.Errorf("the bar of %s has %g columns, want %g", bar.Name, got, want)
		}
	}
}
