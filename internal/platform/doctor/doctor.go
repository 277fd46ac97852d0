// Package doctor checks that everything a program depends on works. It runs the checks in parallel, each with a time
// limit, and reports each finding with the command or setting that fixes it.
package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// Severity tells how bad something is.
type Severity string

// The severities. The program ends with 0 where all is OK, with 1 for warnings and with 2 for errors.
const (
	OK      Severity = "ok"
	Warning Severity = "warning"
	Error   Severity = "error"
)

// Finding is what a check has found: one sentence, and what mends it.
type Finding struct {
	Check    string   `json:"check"`
	Severity Severity `json:"severity"`
	Says     string   `json:"says"`
	Fix      string   `json:"fix,omitempty"`
}

// Well is a finding that nothing has to be done about.
func Well(format string, args ...any) Finding {
	return Finding{Severity: OK, Says: fmt.Sprintf(format, args...)}
}

// Doubt is a finding that somebody should look at.
func Doubt(fix, format string, args ...any) Finding {
	return Finding{Severity: Warning, Says: fmt.Sprintf(format, args...), Fix: fix}
}

// Wrong is a finding of what does not work, or is not safe.
func Wrong(fix, format string, args ...any) Finding {
	return Finding{Severity: Error, Says: fmt.Sprintf(format, args...), Fix: fix}
}

// Check is one thing to look at. What Look returns gets the check's name, unless it has another.
type Check struct {
	Name string
	Look func(ctx context.Context) []Finding
}

// Report is all that was found, in the order of the checks.
type Report []Finding

// Examine runs the checks beside each other. One that has not ended in time is an error, and is waited for no longer.
// Secrets are taken out of every sentence.
func Examine(ctx context.Context, within time.Duration, secrets []string, checks []Check) Report {
	found := make([][]Finding, len(checks))
	var all sync.WaitGroup
	for i, c := range checks {
		all.Go(func() { found[i] = c.inTime(ctx, within) })
	}
	all.Wait()
	hide := hider(secrets)
	var out Report
	for i, c := range checks {
		for _, f := range found[i] {
			if f.Check == "" {
				f.Check = c.Name
			}
			f.Says, f.Fix = hide.Replace(oneLine(f.Says)), hide.Replace(oneLine(f.Fix))
			out = append(out, f)
		}
	}
	return out
}

func (c Check) inTime(ctx context.Context, within time.Duration) []Finding {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	found := make(chan []Finding, 1)
	go func() { found <- c.Look(ctx) }()
	select {
	case f := <-found:
		return f
	case <-ctx.Done(): // a file of a disk that hangs knows no context
	}
	select {
	case f := <-found:
		return f
	case <-time.After(within / 10):
		return []Finding{Wrong("look at its server or disk, and at the network", "There was no answer within %s.", within)}
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// shortest secret that is looked for: of a shorter one the sentences would be full.
const shortest = 8

func hider(secrets []string) *strings.Replacer {
	var pairs []string
	for _, s := range secrets {
		if len(s) >= shortest {
			pairs = append(pairs, s, "…")
		}
	}
	return strings.NewReplacer(pairs...)
}

// Count tells how many findings have a severity.
func (r Report) Count(s Severity) int {
	n := 0
	for _, f := range r {
		if f.Severity == s {
			n++
		}
	}
	return n
}

// ExitCode is 0 where all is well, 1 for warnings, 2 for errors.
func (r Report) ExitCode() int {
	switch {
	case r.Count(Error) > 0:
		return 2
	case r.Count(Warning) > 0:
		return 1
	}
	return 0
}

// Write prints the report for a person.
func (r Report) Write(w io.Writer) error {
	var text strings.Builder
	for _, f := range r {
		fmt.Fprintf(&text, "%-8s %-9s %s\n", f.Severity, f.Check, f.Says)
		if f.Fix != "" {
			fmt.Fprintf(&text, "%-18s → %s\n", "", f.Fix)
		}
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// WriteJSON prints the report for a machine.
func (r Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(struct {
		Warnings int    `json:"warnings"`
		Errors   int    `json:"errors"`
		Findings Report `json:"findings"`
	}{r.Count(Warning), r.Count(Error), r})
}

// How far two clocks may be apart. Codes of the second step count for half a minute, signatures of S3 for a quarter of an
// hour.
const (
	clockNear = 20 * time.Second
	clockFar  = 5 * time.Minute
)

// Clock compares the clock of somebody else with that of this machine.
func Clock(whose string, theirs, ours time.Time) Finding {
	const fix = "timedatectl set-ntp true"
	apart := ours.Sub(theirs).Round(time.Second)
	f := Well("This machine's clock and that of %s are %s apart.", whose, apart.Abs())
	switch {
	case apart.Abs() > clockFar:
		f = Wrong(fix, "This machine's clock and that of %s are %s apart: codes of the second step, orders that expire and S3 go by it.", whose, apart.Abs())
	case apart.Abs() > clockNear:
		f = Doubt(fix, "This machine's clock and that of %s are %s apart: codes of the second step will be refused.", whose, apart.Abs())
	}
	f.Check = "clock"
	return f
}
