package batch

import (
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Table is the name of a table in a schema.
type Table struct{ Schema, Name string }

// ParseTable reads schema.table. As in SQL, a name without double quotes is in
// lower case.
func ParseTable(text string) (Table, error) {
	var parts []string
	for rest := text; ; {
		part, after, ok := cutIdentifier(rest)
		if !ok || part == "" || strings.ContainsRune(part, 0) {
			return Table{}, fmt.Errorf("%q is no name of a table", text)
		}
		parts = append(parts, part)
		if after == "" {
			break
		}
		rest = after[1:]
	}
	if len(parts) != 2 {
		return Table{}, fmt.Errorf("%q does not name schema and table", text)
	}
	return Table{parts[0], parts[1]}, nil
}

// cutIdentifier takes an identifier; what follows is empty or begins with a point.
func cutIdentifier(s string) (name, after string, ok bool) {
	if !strings.HasPrefix(s, `"`) {
		end := strings.IndexByte(s, '.')
		if end < 0 {
			end = len(s)
		}
		return strings.ToLower(s[:end]), s[end:], !strings.ContainsAny(s[:end], "\" \t\n;,()'")
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] != '"':
			b.WriteByte(s[i])
		case i+1 < len(s) && s[i+1] == '"':
			b.WriteByte('"')
			i++
		default:
			after = s[i+1:]
			return b.String(), after, after == "" || after[0] == '.' && len(after) > 1
		}
	}
	return "", "", false
}

// String is the name as SQL writes it.
func (t Table) String() string { return t.ident().Sanitize() }

func (t Table) ident() pgx.Identifier { return pgx.Identifier{t.Schema, t.Name} }
