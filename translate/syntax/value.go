package syntax

import "github.com/sqlq-dev/sqlq/translate/source"

// ParseValue reads a text, such as the value of a command-line flag, as what
// stands in a clause of CONTEXT FOR "task" after its keywords: `500` of BUDGET,
// `current, verified` of PREFER, `30d` of MAX AGE. The clause is named by its
// keywords. The text of USING PROJECT and AS OF is the string itself, without
// quotes and escapes. The error is a *source.Diagnostic about the text.
func ParseValue(file *source.File, clause string) (Clause, error) {
	p := newParser(file)
	var out Clause
	switch clause {
	case "USING PROJECT", "AS OF":
		return rawClause(file, clause)
	case "BUDGET":
		tokens := p.number("for BUDGET")
		p.accept("TOKENS")
		out = &Budget{file.All(), tokens}
	case "PREFER":
		out = &Prefer{file.All(), list(p, p.preferItem)}
	case "EXCLUDE":
		out = &Exclude{file.All(), list(p, p.excludeItem)}
	case "MAX OBJECTS":
		out = &MaxObjects{file.All(), p.number("for MAX OBJECTS")}
	case "MAX DEPTH":
		out = &MaxDepth{file.All(), p.number("for MAX DEPTH")}
	case "MAX AGE":
		count := p.number("for MAX AGE")
		out = &MaxAge{file.All(), count, p.unit()}
	default:
		return nil, file.Errorf(file.All(), source.Parse, "unknown_clause", "there is no clause %s with a value", clause)
	}
	p.finish("after the value")
	if p.err != nil {
		return nil, p.err
	}
	return out, nil
}

// rawClause takes the whole text as the string of the clause, held to the same
// rules as a string in a query (QG1).
func rawClause(file *source.File, clause string) (Clause, error) {
	if err := CheckText(file); err != nil {
		return nil, err
	}
	text := Text{file.All(), file.Text(), true}
	if clause == "AS OF" {
		return &AsOf{file.All(), text}, nil
	}
	return &UsingProject{file.All(), text}, nil
}

// CheckText refuses what no string of a query can hold: text that is not UTF-8 or
// has U+0000 (QG1), and text longer than a query may be.
func CheckText(file *source.File) error {
	l := newLexer(file)
	for l.diag == nil && l.at < len(l.text) {
		l.advanceRune()
	}
	if l.diag != nil {
		return l.diag
	}
	return nil
}
