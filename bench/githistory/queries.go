package githistory

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Question is a release note whose commits are to be found.
type Question struct {
	ID      string         `json:"id"`
	Project string         `json:"project"` // where to look
	Text    string         `json:"text"`
	Release string         `json:"release"`
	Gold    map[string]int `json:"-"` // grade by object id: 2 the commit itself, 1 a merge that brought it in
}

// Questions reads the questions and what answers them.
func Questions(dir string) ([]Question, error) {
	var out []Question
	place := map[string]int{}
	err := eachLine(dir, "queries.ndjson", func(line string) error {
		q := Question{Gold: map[string]int{}}
		if err := json.Unmarshal([]byte(line), &q); err != nil {
			return err
		}
		place[q.ID] = len(out)
		out = append(out, q)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, eachLine(dir, "qrels.tsv", func(line string) error {
		f := strings.Split(line, "\t")
		if len(f) != 3 {
			return fmt.Errorf("%d fields, expected 3", len(f))
		}
		grade, err := strconv.Atoi(f[2])
		if i, ok := place[f[0]]; ok {
			out[i].Gold[escape(f[1])] = grade
		}
		return err
	})
}
