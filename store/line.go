package store

import (
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// line reads what nearly all lines are made of, several times as fast as the
// general decoder and mostly without copying. To everything else, which includes
// all that is wrong, it says false: then the general decoder reads the line again
// and names what is wrong with it.
type line struct {
	s     string
	at    int
	texts []string // those that fields of the record point to
	buf   []byte   // of a text with escapes
}

// wire fills w with the whole of the line.
func (l *line) wire(w *wire) bool {
	return l.object(w.field) && l.at == len(l.s)
}

// object reads an object; field says where a member belongs, nil for nowhere.
func (l *line) object(field func(name string) any) bool {
	if !l.take('{') {
		return false
	}
	if l.take('}') {
		return true
	}
	var seen [32]any
	for n := range seen {
		name, ok := l.str()
		if !ok || !l.take(':') {
			return false
		}
		target := field(name)
		for _, other := range seen[:n] {
			if other == target {
				return false // given twice
			}
		}
		seen[n] = target
		if !l.value(target) {
			return false
		}
		if l.take('}') {
			return true
		}
		if !l.take(',') {
			return false
		}
	}
	return false
}

// value reads what a field takes.
func (l *line) value(target any) bool {
	switch t := target.(type) {
	case *string:
		s, ok := l.str()
		*t = s
		return ok
	case **string:
		return l.null() || l.text(t)
	case **int64:
		return l.null() || l.number(t)
	case **bool:
		return l.null() || l.boolean(t)
	case *[]string:
		return l.null() || l.list(func() bool {
			s, ok := l.str()
			*t = append(*t, s)
			return ok
		})
	case *[]wireForm:
		return l.null() || l.list(func() bool {
			if *t == nil {
				*t = make([]wireForm, 0, 3)
			}
			*t = append(*t, wireForm{})
			return l.object((*t)[len(*t)-1].field)
		})
	case *jsontext.Value:
		return l.any(t)
	}
	return false
}

func (l *line) list(element func() bool) bool {
	if !l.take('[') {
		return false
	}
	if l.take(']') {
		return true
	}
	for element() {
		if l.take(']') {
			return true
		}
		if !l.take(',') {
			return false
		}
	}
	return false
}

// take passes over c and blanks, if c is next.
func (l *line) take(c byte) bool {
	l.blanks()
	if l.at == len(l.s) || l.s[l.at] != c {
		return false
	}
	l.at++
	l.blanks()
	return true
}

func (l *line) blanks() {
	for l.at < len(l.s) && (l.s[l.at] == ' ' || l.s[l.at] == '\t') {
		l.at++
	}
}

// word passes over a literal.
func (l *line) word(w string) bool {
	if len(l.s)-l.at < len(w) || l.s[l.at:l.at+len(w)] != w {
		return false
	}
	l.at += len(w)
	return true
}

func (l *line) null() bool { return l.word("null") }

func (l *line) boolean(into **bool) bool {
	b := l.word("true")
	*into = &b
	return b || l.word("false")
}

// number reads up to 18 digits, which fit; what else may follow is left to take.
func (l *line) number(into **int64) bool {
	start, n := l.at, int64(0)
	for l.at < len(l.s) && l.s[l.at]-'0' <= 9 {
		n = 10*n + int64(l.s[l.at]-'0')
		l.at++
	}
	*into = &n
	digits := l.at - start
	return digits > 0 && digits <= 18 && (digits == 1 || l.s[start] != '0')
}

func (l *line) text(into **string) bool {
	s, ok := l.str()
	if len(l.texts) == cap(l.texts) {
		l.texts = make([]string, 0, 64)
	}
	l.texts = append(l.texts, s)
	*into = &l.texts[len(l.texts)-1]
	return ok
}

// any takes an object as it stands.
func (l *line) any(into *jsontext.Value) bool {
	start, depth := l.at, 0
	for l.at < len(l.s) {
		switch l.s[l.at] {
		case '"':
			if _, ok := l.str(); !ok {
				return false
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		l.at++
		if depth == 0 || depth == 100 {
			break
		}
	}
	*into = jsontext.Value(l.s[start:l.at])
	return depth == 0 && (*into).Kind() == '{' && (*into).IsValid()
}

// str reads a string: a part of the line, unless it has escapes.
func (l *line) str() (string, bool) {
	if l.at == len(l.s) || l.s[l.at] != '"' {
		return "", false
	}
	start := l.at + 1
	end, ascii := l.plain(start)
	if end == len(l.s) || l.s[end] < ' ' {
		return "", false
	}
	if l.s[end] == '\\' {
		return l.escaped(start, end)
	}
	l.at = end + 1
	s := l.s[start:end]
	return s, ascii || utf8.ValidString(s)
}

// plain finds the next quote, backslash or control character.
func (l *line) plain(i int) (end int, ascii bool) {
	const each, high = 0x0101010101010101, 0x8080808080808080
	seen := uint64(0)
	for ; i+8 <= len(l.s); i += 8 { // eight at a time, while there is none
		x := load(l.s, i)
		control, quote, backslash := x-each*' ', (x^each*'"')-each, (x^each*'\\')-each
		if (control|quote|backslash)&^x&high != 0 {
			break
		}
		seen |= x
	}
	for ; i < len(l.s) && l.s[i] >= ' ' && l.s[i] != '"' && l.s[i] != '\\'; i++ {
		seen |= uint64(l.s[i])
	}
	return i, seen&high == 0
}

// load reads eight bytes at once.
func load(s string, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// unescape is what a simple escape stands for.
var unescape = [1 << 8]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escaped reads on from the first escape of a string.
func (l *line) escaped(start, at int) (string, bool) {
	l.buf = l.buf[:0]
	for {
		l.buf = append(l.buf, l.s[start:at]...)
		switch {
		case at == len(l.s) || l.s[at] < ' ':
			return "", false
		case l.s[at] == '"':
			l.at = at + 1
			return string(l.buf), utf8.Valid(l.buf)
		}
		if at+1 == len(l.s) || unescape[l.s[at+1]] == 0 {
			return "", false
		}
		l.buf = append(l.buf, unescape[l.s[at+1]])
		start = at + 2
		at, _ = l.plain(start)
	}
}
