package app

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shanmen/internal/platform/doctor"
)

// told runs the program with a command line, on a folder that does not exist yet.
func told(t *testing.T, line string) (said, dir string, err error) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "data")
	var out bytes.Buffer
	err = Run(t.Context(), strings.Fields(line), []string{"DATA_DIR=" + dir, "LOG_LEVEL=error"}, strings.NewReader(""), &out)
	return out.String(), dir, err
}

func untouched(t *testing.T, line, dir string) {
	t.Helper()
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%q made %s: %v", line, dir, err)
	}
}

// --help explains a command and runs nothing.
func TestHelpOptionsNeverRunTheCommand(t *testing.T) {
	t.Parallel()
	for _, v := range verbs() {
		for _, line := range []string{v.name + " --help", v.name + " -h", "--help " + v.name, "help " + v.name, v.name + " something --help"} {
			said, dir, err := told(t, line)
			if err != nil || !strings.HasPrefix(said, "shanmen ") || !strings.Contains(said, v.use()+"\n") || !strings.Contains(said, v.about) {
				t.Errorf("%q: %v\n%s", line, err, said)
			}
			untouched(t, line, dir)
		}
	}
	for _, line := range []string{"", "help", "-h", "--help"} {
		said, _, err := told(t, line)
		for _, v := range verbs() {
			if err != nil || !strings.Contains(said, "  "+v.use()) || !strings.Contains(said, v.about) {
				t.Errorf("%q does not name %s: %v", line, v.name, err)
			}
		}
	}
	if said, _, err := told(t, "staff --help"); err != nil || strings.Count(said, "shanmen staff ") != 3 {
		t.Errorf("the verbs of staff: %v\n%s", err, said)
	}
}

// A superfluous argument is an error: "serve demo" would otherwise start a real temple.
func TestUnknownArgumentsAreRefused(t *testing.T) {
	t.Parallel()
	lines := map[string]string{
		"serve demo":          `"shanmen serve" does not take "demo": the use is "shanmen serve [--demo]"`,
		"serve --dmeo":        `flag provided but not defined: -dmeo: the use is "shanmen serve [--demo]"`,
		"backup one two":      `"shanmen backup" does not take "two": the use is "shanmen backup [<folder or s3://…>]"`,
		"backup one --at two": `flags such as --at come first: the use is "shanmen backup [<folder or s3://…>]"`,
		"staff":               `the uses are "shanmen staff add", "shanmen staff list", "shanmen staff reset-factor <e-mail or mobile>"`,
		"staff remove":        `the uses are "shanmen staff add", "shanmen staff list", "shanmen staff reset-factor <e-mail or mobile>"`,
		"staff reset-factor":  `"shanmen staff reset-factor" needs more: the use is "shanmen staff reset-factor <e-mail or mobile>"`,
		"clock yes":           `"shanmen clock" does not take "yes": the use is "shanmen clock"`,
		"help frobnicate":     `there is no verb "frobnicate"; "shanmen help" lists them`,
		"frobnicate":          `there is no verb "frobnicate"; "shanmen help" lists them`,
		"--frobnicate":        `there is no verb "--frobnicate"; "shanmen help" lists them`,
		"doctor --jason":      `flag provided but not defined: -jason: the use is "shanmen doctor [--json]"`,
		"version and more":    `"shanmen version" does not take "and": the use is "shanmen version"`,
		"restore --at":        `flag needs an argument: -at: the use is "shanmen restore [--at <name>] [<folder or s3://…>]"`,
	}
	for _, v := range verbs() { // each of them
		lines[v.name+strings.Repeat(" x", v.most+1)] = "does not take \"x\""
		lines[v.name+" --no-such-flag"] = "flag provided but not defined: -no-such-flag"
	}
	for line, want := range lines {
		said, dir, err := told(t, line)
		if err == nil || !strings.Contains(err.Error(), want) || ExitCode(err) != 2 || said != "" {
			t.Errorf("%q: %v, exit code %d, said %q", line, err, ExitCode(err), said)
		}
		untouched(t, line, dir)
	}
}

// A shell without the service's settings runs a command for a temple that does not exist: no temple is created, and the
// command fails.
func TestCommandsCreateNoTemple(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"staff list", "staff reset-factor a@temple.example", "outbox list", "outbox retry all", "clock", "clock accept", "backup /nowhere"} {
		said, dir, err := told(t, line)
		if err == nil || !strings.Contains(err.Error(), "shanmen.db is missing or empty: set DATA_DIR") || ExitCode(err) != 1 || said != "" {
			t.Errorf("%q: %v, said %q", line, err, said)
		}
		untouched(t, line, dir)
	}
}

func TestExitCodesReflectTheKindOfError(t *testing.T) {
	t.Parallel()
	_, _, settings := told(t, "serve --demo --demo=perhaps")
	_, _, nowhere := told(t, "backup")
	_, _, failed := told(t, "backup verify /proc/nope")
	for _, c := range []struct {
		err  error
		want int
	}{{nil, 0}, {errors.New("the disk is full"), 1}, {failed, 1}, {settings, 2}, {nowhere, 2}, {unwell{doctor.Report{doctor.Doubt("mend", "a doubt")}}, 1}, {unwell{doctor.Report{doctor.Doubt("mend", "a doubt"), doctor.Wrong("mend", "wrong")}}, 2}} {
		if got := ExitCode(c.err); got != c.want {
			t.Errorf("%v: %d", c.err, got)
		}
	}
}
