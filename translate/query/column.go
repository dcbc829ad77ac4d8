package query

import (
	"strings"

	"github.com/sqlq-dev/sqlq/schema"
	"github.com/sqlq-dev/sqlq/translate/syntax"
)

// Column is what a predicate reads. Path is set exactly for Properties: the
// steps into the JSON of the properties, at least one.
type Column struct {
	Name ColumnName
	Path []string
}

// ColumnName is a column of FIND OBJECT (QF3) or of an entity.
type ColumnName string

// The columns. FIND OBJECT has all but Name, an entity has ID, Name, Type and
// Properties.
const (
	ID         ColumnName = "id"         // the bare object or entity id
	Object     ColumnName = "object"     // object://id@rev
	Name       ColumnName = "name"       // of an entity
	TypeName   ColumnName = "type"       // the object or entity type
	Title      ColumnName = "title"      // null where it may not be read (QF1)
	Project    ColumnName = "project"    // may be null
	State      ColumnName = "state"      // dependency state (M6)
	Trust      ColumnName = "trust"      // unknown when missing (M3)
	Origin     ColumnName = "origin"     // unknown when missing
	Validation ColumnName = "validation" // none when missing
	Roles      ColumnName = "roles"      // a set: only CONTAINS and IS NULL
	CreatedAt  ColumnName = "created_at" // of the selected revision
	Score      ColumnName = "score"      // relevance, only with ABOUT
	Properties ColumnName = "properties" // JSON, by path
)

// kind is the type of a column.
type kind uint8

const (
	textKind  kind = iota // text, ordered by byte
	wordKind              // a closed vocabulary, without order in WHERE (QF4)
	setKind               // a set of words
	timeKind              // a point in time
	scoreKind             // a whole number
	jsonKind              // text, number or boolean: whatever the literal is
)

// columnType is a column with its kind and, for words, how to find one.
type columnType struct {
	name  ColumnName
	kind  kind
	words []string // of wordKind and setKind, in vocabulary order
}

var (
	findColumns = []columnType{
		{ID, textKind, nil}, {Object, textKind, nil}, {TypeName, textKind, nil}, {Title, textKind, nil},
		{Project, textKind, nil}, {State, wordKind, schema.States()}, {Trust, wordKind, schema.TrustLevels()},
		{Origin, wordKind, schema.Origins()}, {Validation, wordKind, schema.Validations()},
		{Roles, setKind, schema.Roles()}, {CreatedAt, timeKind, nil}, {Score, scoreKind, nil}, {Properties, jsonKind, nil},
	}
	entityColumns = []columnType{
		{ID, textKind, nil}, {Name, textKind, nil}, {TypeName, textKind, nil}, {Properties, jsonKind, nil},
	}
)

// names lists columns for messages, properties with their path.
func names(columns []columnType) []string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = string(c.name)
		if c.kind == jsonKind {
			out[i] += ".path"
		}
	}
	return out
}

// String prints the column as canonical text: lower case, steps of the path in
// quotes only where they are no word.
func (c Column) String() string {
	var b strings.Builder
	b.WriteString(string(c.Name))
	for _, step := range c.Path {
		b.WriteByte('.')
		if syntax.IsWord(step) {
			b.WriteString(step)
		} else {
			b.WriteString(syntax.Quote(step))
		}
	}
	return b.String()
}
