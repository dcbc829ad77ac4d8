package batch

import (
	"encoding/json"
	"io"
)

// Failure is a task that could not be answered, as a line of the file of errors.
type Failure struct {
	Line    int64  `json:"line"` // of the input
	ID      string `json:"id"`
	Class   string `json:"class"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// WriteTo writes the line at once, so that it is there before what comes later.
func (f Failure) WriteTo(w io.Writer) (int64, error) {
	counted := &counter{w: w}
	enc := json.NewEncoder(counted)
	enc.SetEscapeHTML(false)
	err := enc.Encode(f)
	return counted.n, err
}

type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
