package tests

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/sqlq-dev/sqlq"

// mayImport says for each package of the module, by its folder, which others it
// may import. Whatever is not listed is forbidden, and so is a package without
// a line. A name that ends in /... stands for all below it.
var mayImport = map[string][]string{
	"schema":                 {},
	"migrations":             {},
	"sample":                 {},
	"translate/source":       {},
	"translate/syntax":       {"translate/source"},
	"translate/query":        {"schema", "translate/source", "translate/syntax"},
	"translate/plan":         {"schema", "translate/query"},
	"translate/sqlfrag":      {},
	"translate/sqlgen":       {"schema", "translate/plan", "translate/sqlfrag"},
	"translate/internal/...": {"schema", "translate/..."},
	"provider":               {"schema", "translate/sqlfrag"},
	"provider/lexical":       {"provider", "schema", "translate/sqlfrag"},
	"provider/providertest":  {"migrations", "provider", "schema", "store", "translate/sqlfrag"},
	"packer":                 {"schema"},
	"store":                  {"provider", "schema"},
	"": {"schema", "store", "packer", "migrations", "provider", "provider/lexical", "translate/source", "translate/syntax",
		"translate/query", "translate/plan", "translate/sqlfrag", "translate/sqlgen"},
	"batch":                {"", "packer", "schema", "translate/query", "translate/syntax"},
	"batch/report":         {"batch", "packer", "translate/query"},
	"pglocal":              {"pglocal/..."},
	"pglocal/bundle":       {"pglocal/internal/..."},
	"pglocal/internal/...": {"pglocal/internal/..."},
	"cmd/sqlq":             {"", "batch/...", "schema", "store", "packer", "migrations", "sample", "pglocal/...", "provider/...", "translate/..."},
	"bench/...": {"", "batch/...", "schema", "store", "packer", "migrations", "sample", "pglocal/...", "provider/...", "translate/...",
		"bench/..."},
	"tests/pgtest":  {"pglocal/..."},
	"tests/segtest": {},
	"tests/oracle":  {"packer", "schema", "translate/query"},
	"tests":         {"..."},
}

// goPackage is what go list says of a package.
type goPackage struct {
	ImportPath, Dir            string
	Imports, GoFiles           []string
	TestGoFiles, XTestGoFiles  []string
	TestImports, XTestImports  []string
	IgnoredGoFiles, EmbedFiles []string
}

// folder is the place of a package below the root of the module.
func (p goPackage) folder() string { return folderOf(p.ImportPath) }

func folderOf(importPath string) string {
	return strings.TrimPrefix(strings.TrimPrefix(importPath, module), "/")
}

func ours(importPath string) bool {
	return importPath == module || strings.HasPrefix(importPath, module+"/")
}

// goList runs go list -json in the root of the module.
func goList(t *testing.T, args ...string) []goPackage {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,Imports,GoFiles,TestGoFiles,XTestGoFiles"}, args...)...)
	cmd.Dir = ".."
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &stderr)
	}
	var packages []goPackage
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}

// covers tells whether a pattern of the table stands for a folder.
func covers(pattern, folder string) bool {
	above, all := strings.CutSuffix(pattern, "...")
	return folder == pattern || all && (above == "" || strings.HasPrefix(folder+"/", above))
}

// TestLayers checks who imports whom.
func TestLayers(t *testing.T) {
	packages := goList(t, "./...")
	for _, p := range packages {
		rule, found := mayImport[p.folder()]
		for pattern, allowed := range mayImport {
			if !found && pattern != "" && covers(pattern, p.folder()) {
				rule, found = allowed, true
			}
		}
		if !found {
			t.Errorf("the package %q has no line in the table of imports", p.folder())
			continue
		}
		for _, i := range p.Imports {
			if ours(i) && !slices.ContainsFunc(rule, func(pattern string) bool { return covers(pattern, folderOf(i)) }) {
				t.Errorf("%s must not import %s", path.Join("sqlq", p.folder()), folderOf(i))
			}
		}
	}
	if len(packages) < 15 {
		t.Errorf("only %d packages were checked", len(packages))
	}
}

// TestPackerIsPure: packing reads no clock, no file, no network, no database.
func TestPackerIsPure(t *testing.T) {
	for _, p := range goList(t, "./packer", "./schema", "./translate/plan", "./translate/sqlgen") {
		for _, i := range p.Imports {
			if i == "os" || i == "net" || strings.HasPrefix(i, "net/") || strings.HasPrefix(i, "database/") || strings.HasPrefix(i, "math/rand") {
				t.Errorf("%s imports %s", p.folder(), i)
			}
		}
		for name, source := range goSources(t, p) {
			if bytes.Contains(source, []byte("time.Now")) || bytes.Contains(source, []byte("time.Since")) {
				t.Errorf("%s reads the clock", name)
			}
		}
	}
}

// TestLinkedModules: the command links neither container code nor a second
// driver, beyond what the fetcher of server binaries brings along.
func TestLinkedModules(t *testing.T) {
	const fetcher, driver = "github.com/fergusstrange/embedded-postgres", "github.com/lib/pq"
	for _, p := range goList(t, "-deps", "./cmd/sqlq") {
		for _, foreign := range []string{"testcontainers", "/moby/", "/docker/", "testify"} {
			if strings.Contains(p.ImportPath, foreign) {
				t.Errorf("the command links %s", p.ImportPath)
			}
		}
		for _, i := range p.Imports {
			switch {
			case i == fetcher && !covers("pglocal/...", p.folder()):
				t.Errorf("%s imports %s: only pglocal may", p.ImportPath, i)
			case i == driver && p.ImportPath != fetcher:
				t.Errorf("%s imports %s: queries go through pgx", p.ImportPath, i)
			}
		}
	}
}
