package tui_test

import "strings"

// A box is a panel as it is found on a frame.
type box struct {
	title, note string
	lines       []string // what is inside
}

// boxesIn finds the panels of a frame by their corners, from the top, those of
// one line from the left.
func boxesIn(frame []string) (boxes []box) {
	grid := make([][]rune, len(frame))
	for y, line := range frame {
		grid[y] = []rune(line)
	}
	for y, line := range grid {
		for left := 0; left < len(line); left++ {
			if line[left] != '╭' || !startsBox(grid, left, y) {
				continue
			}
			right := left + 1
			for right < len(line) && line[right] != '╮' {
				right++
			}
			b := box{}
			b.title, b.note = parts(string(line[left+1 : min(right, len(line))]))
			for below := y + 1; below < len(grid) && grid[below][left] != '╰'; below++ {
				b.lines = append(b.lines, string(grid[below][left+1:min(right, len(grid[below]))]))
			}
			boxes = append(boxes, b)
			left = right
		}
	}
	return boxes
}

// startsBox tells a panel's corner, which a title follows, from that of a curve.
func startsBox(grid [][]rune, x, y int) bool {
	if x+1 == len(grid[y]) || strings.ContainsRune("─╮╯", grid[y][x+1]) {
		return false
	}
	for y++; y < len(grid) && x < len(grid[y]); y++ {
		switch grid[y][x] {
		case '│':
		case '╰':
			return x == 0 || strings.ContainsRune("│╯", grid[y][x-1])
		default:
			return false
		}
	}
	return false
}

// parts are the title and the note in a panel's upper border.
func parts(border string) (title, note string) {
	border = strings.TrimSpace(border)
	if i := strings.LastIndex(border, "─ ┊ "); i >= 0 { // behind a legend, which has such lines too
		title, _ := parts(border[:i])
		return title, strings.Trim(border[i+len("─ "):], "─ ")
	}
	left, right, _ := strings.Cut(strings.Trim(border, "─"), " ─")
	if strings.HasPrefix(border, "─") {
		left, right = "", left
	}
	return strings.TrimSpace(left), strings.Trim(right, "─ ")
}
