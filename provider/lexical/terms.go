// Package lexical is lexical-v1, the reference scorer: for each term of the
// task the heaviest field that contains it as a whole token counts, title 3,
// summary 2, any other text 1. It holds the tokeniser that the load and the
// task share, the writer of the postings and the SQL that reads them.
package lexical

import (
	"crypto/sha256"
	"encoding/hex"
	"unicode"
	"unicode/utf8"
)

// maxKey is the longest term, in bytes, that is stored as itself. A longer one
// (text without spaces, encoded data) would not fit an index entry.
const maxKey = 200

// stopword tells the words that carry no meaning for a task (reference
// algorithm, step 1). A switch, because it is asked for every token of a load.
func stopword(token []byte) bool {
	switch string(token) {
	case "a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "into", "is",
		"it", "of", "on", "or", "that", "the", "this", "to", "with":
		return true
	}
	return false
}

// Terms lists the terms of a task: lower-cased tokens of at least two
// characters that are no stopwords, each once, in order of first use (QR1 to QR3).
func Terms(task string) []string {
	seen := map[string]bool{}
	var out []string
	Tokens(task, func(token []byte) {
		if !seen[string(token)] {
			seen[string(token)] = true
			out = append(out, string(token))
		}
	})
	return out
}

// Tokens calls yield for every token that can be a term. The slice is valid
// during the call alone.
func Tokens(text string, yield func(token []byte)) {
	w := words{text: text}
	for w.next() {
		if word := w.word(); !stopword(word) {
			yield(word)
		}
	}
}

// words walks over the tokens of at least two characters, stopwords too.
type words struct {
	text       string
	at         int
	start, end int    // where the token stands; in any case, if it is ASCII
	other      bool   // it is not: buf has it
	buf        []byte // of the last token that was put into bytes
}

func (w *words) next() bool {
	for w.at < len(w.text) {
		i := w.at
		for i < len(w.text) && asciiLower[w.text[i]] != 0 {
			i++
		}
		w.start, w.end, w.other = w.at, i, false
		if i < len(w.text) && w.text[i] >= utf8.RuneSelf {
			var chars, size int
			w.buf, chars, size = unicodeWord(w.buf[:0], w.text[w.start:])
			if w.at += size; chars >= 2 {
				w.other = true
				return true
			}
			continue
		}
		if w.at = i + 1; i-w.start >= 2 {
			return true
		}
	}
	return false
}

// word is the token in lower case, valid until the next call.
func (w *words) word() []byte {
	if !w.other {
		w.buf = append(w.buf[:0], w.text[w.start:w.end]...)
		for i, c := range w.buf {
			w.buf[i] = asciiLower[c]
		}
	}
	return w.buf
}

// unicodeWord appends the word that text starts with, in lower case, and says of
// how many characters it is and how many bytes it and what ends it take.
func unicodeWord(buf []byte, text string) (word []byte, chars, size int) {
	for size < len(text) {
		r, n := utf8.DecodeRuneInString(text[size:])
		size += n
		if r = unicode.ToLower(r); !unicode.IsLetter(r) && !unicode.Is(unicode.Nd, r) {
			break
		}
		buf = utf8.AppendRune(buf, r)
		chars++
	}
	return buf, chars, size
}

// asciiLower maps ASCII letters and digits to lower case, all else to 0.
var asciiLower [1 << 8]byte

func init() {
	for c := range byte(utf8.RuneSelf) {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			asciiLower[c] = c
		case c >= 'A' && c <= 'Z':
			asciiLower[c] = c + 'a' - 'A'
		}
	}
}

// Key is how a term is stored: itself, or # and a hash when it is too long for
// an index entry. No token contains #.
func Key(term string) string {
	if len(term) <= maxKey {
		return term
	}
	sum := sha256.Sum256([]byte(term))
	return "#" + hex.EncodeToString(sum[:])
}
