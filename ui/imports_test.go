package ui_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// house lists for each package the packages of this module and of other modules that it may import. A word that ends in
// /... includes everything below.
var house = map[string]string{
	".":               "ui/cli",
	"calc/numeric":    "sync sync/atomic",
	"calc":            "calc/numeric",
	"calc/jitter":     "calc calc/numeric sync",
	"calc/elapsed":    "calc calc/numeric calc/jitter sync",
	"calc/client":     "calc calc/numeric calc/jitter calc/fleet sync", // fleet has the retry budgets
	"calc/fleet":      "calc calc/numeric calc/jitter",
	"calc/simulate":   "calc calc/numeric calc/jitter calc/fleet",
	"calc/advice":     "calc calc/numeric calc/jitter calc/fleet calc/simulate",
	"calc/contention": "calc calc/numeric calc/jitter",
	"calc/stack":      "calc/numeric calc/jitter",
	"calc/estimate":   "calc calc/numeric calc/jitter",
	"calc/oracle":     "calc calc/jitter calc/fleet container/heap", // only tests import it

	"ui":          "", // documentation and go:generate
	"ui/unit":     "",
	"ui/spelling": "",

	"ui/show/chart":  "ui/unit github.com/guptarohit/asciigraph github.com/charmbracelet/x/ansi",
	"ui/ask/setting": "ui/unit calc calc/jitter calc/elapsed calc/fleet calc/client calc/stack os", // os: file:PATH
	"ui/ask/answer":  "ui/show/chart ui/ask/setting ui/unit calc/numeric",
	"ui/ask/figure":  "ui/ask/answer ui/ask/setting ui/unit",

	"ui/ask/question/explain": "ui/ask/answer ui/ask/setting ui/unit calc/jitter calc/fleet",
	// packages of questions do not import each other
	"ui/ask/question/policy":  "ui/ask/question/explain ui/ask/answer ui/ask/figure ui/ask/setting ui/unit calc/...",
	"ui/ask/question/solve":   "ui/ask/question/explain ui/ask/answer ui/ask/figure ui/ask/setting ui/unit calc/...",
	"ui/ask/question/fleet":   "ui/ask/question/explain ui/ask/answer ui/ask/figure ui/ask/setting ui/unit calc/...",
	"ui/ask/question/stack":   "ui/ask/answer ui/ask/figure ui/ask/setting ui/unit calc/stack",
	"ui/ask/question/compare": "ui/ask/question/explain ui/ask/answer ui/ask/setting ui/unit",
	"ui/ask/question/sweep":   "ui/ask/answer ui/ask/figure ui/ask/setting ui/unit calc/numeric",
	"ui/ask/question/clients": "ui/ask/answer ui/ask/setting ui/unit calc calc/client calc/jitter calc/fleet" +
		" calc/estimate",
	"ui/ask/question/fit": "ui/ask/answer ui/ask/setting ui/unit calc calc/jitter calc/estimate",
	"ui/ask/question": "ui/ask/answer ui/ask/figure ui/ask/setting ui/ask/question/policy ui/ask/question/solve" +
		" ui/ask/question/fleet ui/ask/question/compare ui/ask/question/sweep ui/ask/question/clients ui/ask/question/stack",

	"ui/files/attempts": "ui/unit calc/estimate encoding/csv encoding/json hash/fnv",
	"ui/files/clientconfig": "ui/ask/setting ui/unit calc/client sync" +
		" go.yaml.in/yaml/v4 github.com/pelletier/go-toml/v2/...",
	"ui/files/codegen": "calc/client calc/fleet calc/jitter",
	"ui/files/scenario": "calc/numeric ui/ask/answer ui/ask/setting ui/ask/question ui/files/clientconfig ui/unit" +
		" ui/show/report",

	"docs": "embed", // words.md
	"ui/help": "docs ui/ask/figure ui/ask/answer ui/ask/setting ui/ask/question ui/unit calc calc/client" +
		" calc/jitter sync",
	"ui/show/report": "ui/ask/answer ui/show/chart ui/unit",
	"ui/show/page": "ui/ask/answer ui/ask/setting ui/ask/question ui/files/scenario ui/show/chart ui/show/report ui/unit" +
		" encoding/json html/template",

	"ui/lab": "ui/ask/answer ui/unit calc/estimate calc/fleet calc/jitter calc/numeric calc/simulate charm.land/..." +
		" go.yaml.in/yaml/v4",
	"ui/tui": "ui/ask/... ui/show/... ui/help ui/files/codegen ui/files/scenario ui/unit charm.land/... " +
		"github.com/charmbracelet/colorprofile",
	// it starts ui/tui
	"ui/cli": "ui/... calc/client github.com/spf13/cobra github.com/spf13/pflag github.com/charmbracelet/x/term",

	"ui/cli/man": "ui/cli github.com/spf13/cobra/doc",
}

// pure is the part of the standard library for pure packages: no files, no clock, and no randomness except from a
// generator that the caller passes.
const pure = "cmp context errors fmt iter maps math math/big math/bits math/cmplx math/rand/v2 slices sort strconv " +
	"strings"

// impure lists the functions of those packages that have side effects or hidden state.
var impure = map[string][]string{
	"fmt": {"Print", "Printf", "Println", "Scan", "Scanf", "Scanln"},
	"rand": {"ExpFloat64", "Float32", "Float64", "Int", "Int32", "Int32N", "Int64", "Int64N", "IntN", "N", "NormFloat64",
		"Perm", "Shuffle", "Uint", "Uint32", "Uint32N", "Uint64", "Uint64N", "UintN"}, // these use the shared generator
}

// allowed reports whether list has the import path, or a tree that contains it.
func allowed(list, path string) bool {
	return slices.ContainsFunc(strings.Fields(list), func(room string) bool {
		if tree, ok := strings.CutSuffix(room, "/..."); ok {
			return path == tree || strings.HasPrefix(path, tree+"/")
		}
		return path == room
	})
}

// sources returns the paths of all hand-written files.
func sources(t *testing.T) (files []string) {
	t.Helper()
	t.Chdir("..") // the root of the repository
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || path == "man1"): // ui/cli/man writes man1
			return fs.SkipDir
		case d.IsDir() && path != "." && isModule(path):
			return fs.SkipDir
		case d.Type().IsRegular():
			files = append(files, filepath.ToSlash(path))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 10 {
		t.Fatalf("only %d files were found: %v", len(files), files)
	}
	return files
}

// isModule reports whether a directory is a separate module, whose files are not part of retune.
func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// TestHouse checks the imports of every file that is not a test.
func TestHouse(t *testing.T) {
	for _, file := range sources(t) {
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") || strings.Contains(file, "testdata/") {
			continue
		}
		room := filepath.ToSlash(filepath.Dir(file))
		list, ok := house[room]
		if !ok {
			t.Errorf("%s: package %s is not in the table of who may import whom", file, room)
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		for _, imp := range tree.Imports {
			path, _ := strconv.Unquote(imp.Path.Value)
			if why := wrongImport(room, list, path); why != "" {
				t.Errorf("%s: %s", file, why)
			}
		}
		if name := reaches(tree); isCalc(room) && name != "" {
			t.Errorf("%s: %s is not for what is true: it depends on the world or changes it", file, name)
		}
	}
}

func isCalc(room string) bool { return room == "calc" || strings.HasPrefix(room, "calc/") }

// wrongImport says why the package may not import the path, or returns "".
func wrongImport(room, list, path string) string {
	first, _, _ := strings.Cut(path, "/")
	within, ours := strings.CutPrefix(path, "retune/")
	switch {
	case within == "calc/oracle":
		return path + " is for tests only"
	case ours && !allowed(list, within):
		return room + " may not import " + path
	case ours:
		return ""
	case strings.Contains(first, "."): // only a path of another module starts with a host
		if !allowed(list, path) {
			return room + " may not import the module of others " + path
		}
	case isCalc(room) && !allowed(pure+" "+list, path):
		return room + " may not import " + path + ": what is true has no input, output, clock or dice"
	}
	return ""
}

// reaches returns the first impure function that a file names, or "". Naming it counts even without a call, because it
// can be passed on.
func reaches(tree *ast.File) (found string) {
	ast.Inspect(tree, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.SelectorExpr:
			if room, ok := x.X.(*ast.Ident); ok && slices.Contains(impure[room.Name], x.Sel.Name) {
				found = room.Name + "." + x.Sel.Name
			}
		case *ast.CallExpr:
			if f, ok := x.Fun.(*ast.Ident); ok && (f.Name == "print" || f.Name == "println") {
				found = f.Name
			}
		}
		return found == ""
	})
	return found
}

// TestTable tests the table itself in both directions.
func TestTable(t *testing.T) {
	for _, c := range []struct {
		room, path string
		ok         bool
	}{
		{"calc", "math", true}, {"calc", "os", false}, {"calc", "time", false}, {"calc", "math/rand", false},
		{"calc", "io", false}, {"calc", "retune/ui/unit", false}, {"calc", "github.com/spf13/cobra", false},
		{"calc/simulate", "retune/calc/advice", false}, {"calc/fleet", "retune/calc/simulate", false},
		{"ui/ask/question", "retune/calc/oracle", false}, {"calc/oracle", "retune/calc/simulate", false},
		{"calc/oracle", "container/heap", true},
		{"ui/unit", "math/big", true}, {"ui/unit", "retune/calc", false},
		{"ui/ask/question/policy", "retune/calc", true}, {"ui/ask/question/fleet", "retune/calc/simulate", true},
		{"ui/ask/question/policy", "retune/calculator", false},
		{"ui/ask/question/solve", "retune/ui/ask/question/policy", false},
		{"ui/ask/question/policy", "retune/ui/ask/question", false},
		{"ui/ask/question", "retune/ui/ask/question/fleet", true},
		{"ui/tui", "charm.land/bubbletea/v2", true}, {"ui/tui", "retune/ui/cli", false}, {"ui/tui", "retune/calc", false},
		{"ui/cli", "retune/ui/tui", true}, {"ui/cli", "retune/calc", false}, {"ui/cli", "github.com/spf13/cobra/doc", false},
		{"ui/cli/man", "github.com/spf13/cobra/doc", true}, {".", "retune/ui/tui", false},
	} {
		if why := wrongImport(c.room, house[c.room], c.path); (why == "") != c.ok {
			t.Errorf("%s importing %s: allowed %v, want %v", c.room, c.path, why == "", c.ok)
		}
	}
}

// TestReaches tests reaches.
func TestReaches(t *testing.T) {
	for body, want := range map[string]string{
		"fmt.Println(1)": "fmt.Println", "f := rand.Float64; f()": "rand.Float64", "println()": "println",
		"_ = fmt.Sprint(1)": "", "r := rand.New(nil); r.Float64()": "", // a method of a generator that the caller passes
	} {
		tree, err := parser.ParseFile(token.NewFileSet(), "", "package p; func f() { "+body+" }", parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := reaches(tree); got != want {
			t.Errorf("%s reaches %q, want %q", body, got, want)
		}
	}
}

// TestFiles checks that files are short and named after their content.
func TestFiles(t *testing.T) {
	const most = 400
	made := []string{".svg", ".html", ".sum", ".golden", ".md"} // generated files may have any length
	for _, file := range sources(t) {
		if slices.Contains(made, filepath.Ext(file)) || strings.Contains(file, "testdata/fuzz/") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(string(text), "\n"); lines > most {
			t.Errorf("%s has %d lines, more than %d: it is about more than one thing", file, lines, most)
		}
		name := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(file), ".go"), "_test")
		if strings.HasSuffix(file, ".go") &&
			slices.Contains([]string{"utils", "util", "common", "helpers", "helper", "types"}, name) {
			t.Errorf("%s: the name says nothing of what is in it", file)
		}
	}
}
