package bundle

import (
	"fmt"
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// meter shows how far a download is: a bar on a terminal, else nothing beyond the lines that frame it.
type meter struct {
	out io.Writer
	bar *progressbar.ProgressBar
}

func newMeter(out io.Writer) *meter {
	file, ok := out.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return &meter{}
	}
	return &meter{out: out}
}

func (m *meter) set(done, total int64) {
	if m.out == nil {
		return
	}
	if m.bar == nil {
		m.bar = progressbar.NewOptions64(total, progressbar.OptionSetWriter(m.out), progressbar.OptionShowBytes(true),
			progressbar.OptionSetDescription("PostgreSQL "+FetchedVersion), progressbar.OptionSetWidth(30),
			progressbar.OptionClearOnFinish())
	}
	m.bar.Set64(done)
}

func (m *meter) close() {
	if m.bar != nil {
		m.bar.Finish()
		m.bar = nil
	}
}

// say writes a line for a person, when somebody listens.
func say(out io.Writer, format string, args ...any) {
	if out != nil {
		fmt.Fprintf(out, format+"\n", args...)
	}
}
