package tests

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Limits that keep files and functions readable.
const (
	maxFileLines = 400
	maxFuncLines = 80
)

// topFolders are the only ones at the root.
var topFolders = []string{".ci", "batch", "bench", "cmd", "docs", "migrations", "packer", "pglocal", "provider", "sample", "schema", "sql",
	"store", "tests", "translate"}

// goSources reads the files of a package that are no tests, by their path.
func goSources(t *testing.T, p goPackage) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, name := range p.GoFiles {
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Join(p.folder(), name)] = text
	}
	return out
}

// TestSizes: no long file, no long function.
func TestSizes(t *testing.T) {
	for _, p := range goList(t, "./...") {
		for name, source := range goSources(t, p) {
			if n := bytes.Count(source, []byte("\n")); n > maxFileLines {
				t.Errorf("%s has %d lines, the limit is %d", name, n, maxFileLines)
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, name, source, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok {
					if n := files.Position(f.End()).Line - files.Position(f.Pos()).Line + 1; n > maxFuncLines {
						t.Errorf("%s: func %s has %d lines, the limit is %d", name, f.Name, n, maxFuncLines)
					}
				}
			}
		}
	}
}

// TestDocComments: every package says what it is, and every exported name of a
// package that others import says what it stands for.
func TestDocComments(t *testing.T) {
	for _, p := range goList(t, "./...") {
		documented := len(p.GoFiles) == 0
		for name, source := range goSources(t, p) {
			file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			documented = documented || file.Doc != nil
			if file.Name.Name == "main" || file.Name.Name == "tests" {
				continue
			}
			for _, name := range undocumented(file) {
				t.Errorf("%s: %s has no doc comment", p.folder(), name)
			}
		}
		if !documented {
			t.Errorf("the package %q has no doc comment", p.folder())
		}
	}
}

// undocumented lists the exported names of a file without a comment. A comment
// on a group of constants or variables speaks for all of them.
func undocumented(file *ast.File) []string {
	var out []string
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
				out = append(out, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					if s.Name.IsExported() && d.Doc == nil && s.Doc == nil {
						out = append(out, s.Name.Name)
					}
				case *ast.ValueSpec:
					if s.Names[0].IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
						out = append(out, s.Names[0].Name)
					}
				}
			}
		}
	}
	return out
}

// exportedReceiver tells whether a function, or the type of a method, can be
// named from outside. The methods of well-known interfaces explain themselves.
func exportedReceiver(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return true
	}
	if slices.Contains([]string{"String", "Error", "Unwrap", "Read", "Write", "Close", "Len", "MarshalJSON"}, f.Name.Name) {
		return false
	}
	receiver := f.Recv.List[0].Type
	if star, ok := receiver.(*ast.StarExpr); ok {
		receiver = star.X
	}
	name, ok := receiver.(*ast.Ident)
	return !ok || name.IsExported()
}

// tracked lists the files of the repository, also those that are not committed
// yet.
func tracked(t *testing.T) []string {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("SKIPPED, NO LIST OF FILES: this is no checkout: %v", err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// TestTopFolders: everything is in one of the known rooms.
func TestTopFolders(t *testing.T) {
	for _, name := range tracked(t) {
		if top, _, below := strings.Cut(name, "/"); below && !slices.Contains(topFolders, top) {
			t.Errorf("%s: there is no folder %s in the layout", name, top)
		}
	}
}

// TestNoRegistryHosts: no file names the host of a package registry, for where
// packages come from is a matter of the machine.
func TestNoRegistryHosts(t *testing.T) {
	var hosts [][]byte
	for _, h := range [][2]string{{"pypi", "org"}, {"pythonhosted", "org"}, {"proxy.golang", "org"}, {"sum.golang", "org"},
		{"npmjs", "org"}, {"repo1.maven", "org"}, {"maven.apache", "org"}, {"crates", "io"}, {"ghcr", "io"}, {"quay", "io"},
		{"docker", "io"}, {"hub.docker", "com"}, {"mcr.microsoft", "com"}} {
		hosts = append(hosts, []byte(h[0]+"."+h[1]))
	}
	for _, name := range tracked(t) {
		text, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			continue // deleted and not committed yet
		}
		for _, h := range hosts {
			if bytes.Contains(text, h) {
				t.Errorf("%s names the host %s", name, h)
			}
		}
	}
}

// TestGoMod: the module builds from what it names, nowhere replaced.
func TestGoMod(t *testing.T) {
	text, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "replace ") || strings.HasPrefix(line, "exclude ") {
			t.Errorf("go.mod has the line %q", line)
		}
	}
}
