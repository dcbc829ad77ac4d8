package lexical_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/jackc/pgx/v5/pgtype"
	"pgregory.net/rapid"

	"github.com/sqlq-dev/sqlq/provider"
	"github.com/sqlq-dev/sqlq/provider/lexical"
)

// posting is one row as the server would read it.
type posting struct {
	term          string
	weight, class int
	revisions     []int32
	bytes         int
}

// capture takes the rows of a COPY.
type capture struct {
	provider.Session // only Copy is called
	rows             []posting
}

func (c *capture) Copy(_ context.Context, sql string, rows io.Reader) error {
	if want := "copy sqlq.posting (term, weight, role_class, revisions) from stdin with (format binary)"; sql != want {
		return fmt.Errorf("the statement is %q", sql)
	}
	text, err := io.ReadAll(iotest.HalfReader(rows))
	if err != nil {
		return err
	}
	const header = "PGCOPY\n\xff\r\n\x00" + "\x00\x00\x00\x00" + "\x00\x00\x00\x00"
	rest, ok := strings.CutPrefix(string(text), header)
	if !ok {
		return fmt.Errorf("the header is %.19q", text)
	}
	for {
		fields := int16(binary.BigEndian.Uint16([]byte(rest[:2])))
		rest = rest[2:]
		if fields == -1 {
			break
		}
		var p posting
		before := len(rest)
		for i, field := range []struct {
			oid  uint32
			into any
		}{{pgtype.TextOID, &p.term}, {pgtype.Int2OID, &p.weight}, {pgtype.Int2OID, &p.class}, {pgtype.Int4ArrayOID, &p.revisions}} {
			size := binary.BigEndian.Uint32([]byte(rest[:4]))
			if err := pgtype.NewMap().Scan(field.oid, pgtype.BinaryFormatCode, []byte(rest[4:4+size]), field.into); err != nil {
				return fmt.Errorf("column %d: %w", i, err)
			}
			rest = rest[4+size:]
		}
		p.bytes = before - len(rest)
		c.rows = append(c.rows, p)
	}
	if rest != "" {
		return fmt.Errorf("%d bytes follow the end", len(rest))
	}
	return nil
}

// fataler is a test or a property under test.
type fataler interface {
	Helper()
	Fatal(args ...any)
}

func flush(t fataler, p *lexical.Postings) []posting {
	t.Helper()
	var c capture
	if err := p.Flush(context.Background(), &c, provider.Stage{To: math.MaxInt32, Last: true}); err != nil {
		t.Fatal(err)
	}
	return c.rows
}

func TestPostingRows(t *testing.T) {
	p := lexical.NewPostings()
	p.Add(3, 5, []provider.Text{
		{Representation: "body", Content: "alpha beta alpha"},
		{Content: "Alpha"},
		{Representation: "summary", RoleClass: 2, Content: "alpha gamma"},
	})
	p.Add(7, 32, []provider.Text{{Content: ""}, {Representation: "note", RoleClass: 5, Content: "beta beta a"}})
	var got []string
	for _, r := range flush(t, p) {
		got = append(got, fmt.Sprint(r.term, " ", r.weight, " ", r.class, " ", r.revisions))
	}
	want := []string{"alpha 3 0 [3]", "beta 1 0 [3]", "beta 1 5 [7]", "gamma 2 2 [3]"}
	if !slices.Equal(got, want) {
		t.Errorf("rows are %q", got)
	}
	if rest := flush(t, p); len(rest) > 0 {
		t.Errorf("a second flush writes %v", rest)
	}
}

// A row stays under two kilobytes, so that it is read where it stands.
func TestPostingBlocks(t *testing.T) {
	p := lexical.NewPostings()
	first := 2_000_000_000
	for i := range 1500 {
		p.Add(first+i, 1, []provider.Text{{Content: "common"}, {Representation: "body", Content: strings.Repeat("z", 300)}})
	}
	var common []int32
	for _, r := range flush(t, p) {
		if len(r.revisions)*4+len(r.term) > 2000 {
			t.Errorf("a row has %d revisions and %d bytes", len(r.revisions), r.bytes)
		}
		if r.term == "common" {
			common = append(common, r.revisions...)
		} else if !strings.HasPrefix(r.term, "#") {
			t.Errorf("a long term is stored as %.20q", r.term)
		}
	}
	if len(common) != 1500 || !slices.IsSorted(common) || int(common[1499]) != first+1499 {
		t.Errorf("%d revisions, ending in %d", len(common), common[len(common)-1])
	}
}

// Whatever role classes a query allows (class 0 always), the heaviest row that
// it may read has the weight of the heaviest text that it may read.
func TestPostingsAgainstTexts(t *testing.T) {
	words := rapid.SampledFrom([]string{"aa", "bb", "cc", "the", "dd"})
	rapid.Check(t, func(t *rapid.T) {
		p := lexical.NewPostings()
		texts := map[int][]provider.Text{}
		for revision := range rapid.IntRange(1, 6).Draw(t, "revisions") {
			for i := range rapid.IntRange(1, 5).Draw(t, "texts") {
				text := provider.Text{Content: strings.Join(rapid.SliceOfN(words, 0, 4).Draw(t, "words"), " ")}
				if i > 0 {
					text.Representation = rapid.SampledFrom([]string{"summary", "body", "note"}).Draw(t, "name")
					text.RoleClass = rapid.SampledFrom([]int{0, 1, 5, 63}).Draw(t, "class")
				}
				texts[revision] = append(texts[revision], text)
			}
			p.Add(revision, 1, slices.Clone(texts[revision]))
		}
		rows := flush(t, p)
		for _, allowed := range []uint64{1, 1 | 1<<5, 1 | 1<<63, 1<<64 - 1, 1<<64 - 1 - 1<<5} {
			if got, want := heaviestRow(rows, allowed), heaviestText(texts, allowed); !maps.Equal(got, want) {
				t.Fatalf("under %#x rows give %v, texts %v\n%v", allowed, got, want, rows)
			}
		}
	})
}

// Words of every length and case, at every distance from the end of a text, are
// the terms that a task has.
func TestPostingTerms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(rapid.RuneFrom([]rune("aBzZ09éİK東_")), 0, 40, -1)
		text := strings.Join(rapid.SliceOfN(rapid.OneOf(word, rapid.SampledFrom(stop)), 0, 600).Draw(t, "words"),
			rapid.SampledFrom([]string{" ", "\n", "—"}).Draw(t, "gap"))
		p := lexical.NewPostings()
		p.Add(1, 0, []provider.Text{{Content: text}})
		var got []string
		for _, r := range flush(t, p) {
			got = append(got, r.term)
		}
		want := slowTerms(text)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("terms of %q are %q, want %q", text, got, want)
		}
	})
}

type use struct {
	term     string
	revision int
}

func heaviestRow(rows []posting, allowed uint64) map[use]int {
	out := map[use]int{}
	for _, r := range rows {
		for _, revision := range r.revisions {
			if k := (use{r.term, int(revision)}); allowed>>r.class&1 == 1 {
				out[k] = max(out[k], r.weight)
			}
		}
	}
	return out
}

func heaviestText(texts map[int][]provider.Text, allowed uint64) map[use]int {
	out := map[use]int{}
	for revision, all := range texts {
		for _, text := range all {
			weight := map[string]int{"": 3, "summary": 2}[text.Representation]
			for _, term := range slowTerms(text.Content) {
				if k := (use{term, revision}); allowed>>text.RoleClass&1 == 1 {
					out[k] = max(out[k], weight, 1)
				}
			}
		}
	}
	return out
}

// The word of matches gives back the terms, in task order.
func TestMatchedTerms(t *testing.T) {
	for _, n := range []int{1, 2, 20, 21, 22, 64, 300} {
		terms := make([]string, n)
		for i := range terms {
			terms[i] = fmt.Sprintf("term%d", i)
		}
		r, err := lexical.Lexical{}.Relevance(context.Background(), provider.Request{Task: strings.Join(terms, " "), Allowed: 1<<64 - 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"x", "", "-1", strings.Repeat("9", 18) + "9", "{0}"} {
			if bad[:min(1, len(bad))] == "9" && n == 21 {
				continue // a word that all 21 groups can hold
			}
			if got, err := r.Terms(bad); err == nil {
				t.Errorf("%d terms: %.20q reads as %v", n, bad, got)
			}
		}
		if n > 21 {
			if got, err := r.Terms("{1,2}"); err != nil || !slices.Equal(got, terms[:2]) {
				t.Errorf("%d terms: %v, %v", n, got, err)
			}
		} else if got, err := r.Terms(strconv.FormatInt(1|7<<(3*(n-1)), 10)); err != nil || got[0] != terms[0] || got[len(got)-1] != terms[n-1] {
			t.Errorf("%d terms: %v, %v", n, got, err)
		}
	}
}

func TestNoTermsNothing(t *testing.T) {
	for _, task := range []string{"", "the of a", "x y 7", "\u0301 – 😀"} {
		if r, err := (lexical.Lexical{}).Relevance(context.Background(), provider.Request{Task: task}); err != nil || !r.Nothing || r.CTEs.Text != "" {
			t.Errorf("task %q: %+v, %v", task, r, err)
		}
	}
}
