package cli

import (
	"fmt"
	"strings"

	"retune/calc/jitter"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/files/clientconfig"
	"retune/ui/files/codegen"
	"retune/ui/help"
)

// tables are the Markdown tables in documents that derive from the program.
var tables = map[string]func() string{
	"settings": settingTables, "jitter": jitterTable, "values": valueTable, "queries": questionTable,
	"results": resultTable, "files": fileTable,
}

// settingTables returns the settings, one table for each group.
func settingTables() string {
	var b strings.Builder
	for _, g := range setting.Groups() {
		list := setting.InGroup(setting.Settings, g)
		if len(list) == 0 || g == setting.GroupResults {
			continue
		}
		fmt.Fprintf(&b, "\n### %s\n\n", g)
		row(&b, "flag", "symbol", "meaning", "values", "default", "JSON key", "also understood")
		rule(&b, 7)
		for _, k := range list {
			flag := code("--" + k.Name)
			if k.Short != "" {
				flag = code("-"+k.Short) + ", " + flag
			}
			row(&b, flag, k.Symbol, k.Help, k.Range(), k.Text(new(setting.Default())), code(k.Key()),
				strings.Join(strings.Fields(k.Names), ", "))
		}
	}
	return b.String() + "\n"
}

// fileTable returns the formats that retune reads and writes.
func fileTable() string {
	var b strings.Builder
	row(&b, "name", "file", "read", "written")
	rule(&b, 4)
	for _, f := range clientconfig.Formats() {
		row(&b, code(f.Name), f.Title, "yes", map[bool]string{false: "yes"}[f.Frame == ""])
	}
	for _, t := range codegen.Targets {
		row(&b, code(t.Name), t.Title, "", t.Language.Name+", for "+t.Library)
	}
	return b.String()
}

func jitterTable() string {
	var b strings.Builder
	row(&b, "type", "delay", "amount", "used by")
	rule(&b, 4)
	for i, r := range jitter.Types {
		amount := ""
		if r.Unit != jitter.NoAmount {
			amount = [...]string{"", "j, a share of d", "a time", "m, the multiplier"}[r.Unit]
		}
		row(&b, code(setting.JitterText(jitter.Jitter{Type: jitter.Type(i), Amount: r.Default, From: r.DefaultFrom})),
			r.Formula, amount, r.Users)
	}
	return b.String()
}

// valueTable returns the words of settings that take a word.
func valueTable() string {
	var b strings.Builder
	row(&b, "value", "meaning")
	rule(&b, 2)
	for _, t := range help.Topics() {
		if value := t.Value(); value != "" && t.Of != "jitter" {
			row(&b, code("--"+t.Of+" "+value), t.What)
		}
	}
	return b.String()
}

func resultTable() string {
	var b strings.Builder
	row(&b, "result", "meaning", "also understood")
	rule(&b, 3)
	for _, r := range question.Figures() {
		row(&b, code(r.Name), r.Help, strings.Join(strings.Fields(r.Names), ", "))
	}
	return b.String()
}

func questionTable() string {
	var b strings.Builder
	row(&b, "asked by", "answer")
	rule(&b, 2)
	for _, q := range question.Questions {
		asked := "retune " + q.Subcommand()
		if word, ok := q.Setting(q.Argument); ok {
			asked += " " + strings.ToUpper(word.ListName())
		}
		if k, ok := q.Setting(q.Flag); ok {
			asked = "retune " + k.Flag()
		}
		row(&b, code(asked), q.Short)
	}
	return b.String()
}

func code(text string) string { return "`" + text + "`" }

func rule(b *strings.Builder, columns int) { b.WriteString(strings.Repeat("| --- ", columns) + "|\n") }

func row(b *strings.Builder, cells ...string) {
	for _, cell := range cells {
		b.WriteString("|")
		if cell != "" {
			b.WriteString(" " + strings.ReplaceAll(cell, "|", `\|`))
		}
		b.WriteString(" ")
	}
	b.WriteString("|\n")
}
