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

// Severity is how serious a finding is.
type Severity string

// The severities. The exit code is 0 if all is OK, 1 for warnings and 2 for errors.
const (
	OK      Severity = "ok"
	Warning Severity = "warning"
	Error   Severity = "error"
)

// Finding is the result of a check: one sentence, and how to fix it.
type Finding struct {
	Check    string   `json:"check"`
	Severity Severity `json:"severity"`
	Says     string   `json:"says"`
	Fix      string   `json:"fix,omitempty"`
}

// Well is a finding that needs no action.
func Well(format string, args ...any) Finding {
	return Finding{Severity: OK, Says: fmt.Sprintf(format, args...)}
}

// Doubt is a finding that should be reviewed.
func Doubt(fix, format string, args ...any) Finding {
	return Finding{Severity: Warning, Says: fmt.Sprintf(format, args...), Fix: fix}
}

// Wrong is a finding that something does not work or is unsafe.
func Wrong(fix, format string, args ...any) Finding {
	return Finding{Severity: Error, Says: fmt.Sprintf(format, args...), Fix: fix}
}

// Check is one check. Findings returned by Look get the check's name if they have none.
type Check struct {
	Name string
	Look func(ctx context.Context) []Finding
}

// Report lists all findings in the order of the checks.
type Report []Finding

// Examine runs the checks in parallel. One that exceeds its time limit is an error and is abandoned. Secrets are
// removed from every sentence.
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
	case <-ctx.Done(): // file access on a hanging disk ignores the context
	}
	select {
	case f := <-found:
		return f
	case <-time.After(within / 10):
		return []Finding{Wrong("look at its server or disk, and at the network", "There was no answer within %s.", within)}
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// shortest secret that is removed: shorter ones would match everywhere.
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

// Count returns the number of findings of a severity.
func (r Report) Count(s Severity) int {
	n := 0
	for _, f := range r {
		if f.Severity == s {
			n++
		}
	}
	return n
}

// ExitCode is 0 for no problem, 1 for warnings, 2 for errors.
func (r Report) ExitCode() int {
	switch {
	case r.Count(Error) > 0:
		return 2
	case r.Count(Warning) > 0:
		return 1
	}
	return 0
}

// Write prints the report as text.
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

// WriteJSON prints the report as JSON.
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

// Tolerated clock differences. TOTP codes are valid for half a minute, S3 signatures for a quarter of an hour.
const (
	clockNear = 20 * time.Second
	clockFar  = 5 * time.Minute
)

// Clock compares another clock with this machine's.
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
