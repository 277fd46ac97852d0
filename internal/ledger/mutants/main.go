// Command mutants checks that the models notice when a rule of the program is removed: rules of money, ceremonies and
// printing. Each mutant replaces one piece of source text in an overlay that only the compiler sees (go build
// -overlay); its model must then fail and name the invariant that the mutant breaks. A mutant whose text is no longer
// in the source fails too, because it proves nothing.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
)

// mutant removes one rule from the program.
type mutant struct {
	file     string // path from the repository's root
	old, new string // old stands in file exactly once
	breaks   string // part of the model's failure message
	model    model  // the test that must fail
}

// model is a test that plays random actions, or a fixed one for a case that random actions reach once in a thousand.
type model struct{ dir, run, env string }

var (
	money = model{"internal/ledger", "", "MODEL_SEQUENCES=2000"}
	lists = model{"internal/rites/ceremony", "^TestEveryPaidNameIsOnExactlyOneList$", "MODEL_TEMPLES=200"}
	paper = model{"internal/rites/print", "^TestRandomPrintingMatchesAModel$", "MODEL_SEQUENCES=200"}

	part    = model{"internal/sales/payment", "^TestARefundedPartIsDueAgain$", "MODEL_SEQUENCES=1"}
	counted = model{"internal/sales/late", "^TestLateMoneyIsClosedWhenAnotherPaymentSettlesIt$", "MODEL_SEQUENCES=1"}
	beside  = model{"internal/sales/payrequest", "^TestAPaymentBesideItsScreenshotIsCountedOnce$", "MODEL_SEQUENCES=1"}
	spoiled = model{"internal/rites/print", "^TestSpoiledPiecesArePrintedAgain$", "MODEL_SEQUENCES=1"}
)

func main() {
	chosen, err := choose(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
	var failed []string
	var mu sync.Mutex
	var wg sync.WaitGroup
	turns := make(chan struct{}, runtime.NumCPU()+1) // the model waits for its databases half of the time
	for _, m := range chosen {
		wg.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			began := time.Now()
			err := m.run()
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				failed = append(failed, fmt.Sprintf("%s: %v", m.breaks, err))
				return
			}
			fmt.Printf("  noticed after %2.0f s: %s, without %q of %s\n", time.Since(began).Seconds(), m.breaks, short(m.old), m.file)
		})
	}
	wg.Wait()
	fmt.Printf("mutants: %d noticed, %d not\n", len(chosen)-len(failed), len(failed))
	for _, f := range failed {
		fmt.Fprintln(os.Stderr, "mutants: NOT noticed:", f)
	}
	if len(failed) > 0 || len(chosen) == 0 {
		os.Exit(1)
	}
}

// choose returns the mutants whose file or message contains the word; without a word, those that are due.
func choose(words []string) (chosen []mutant, err error) {
	if len(words) > 0 {
		for _, m := range mutants {
			if strings.Contains(m.file+" "+m.breaks, words[0]) {
				chosen = append(chosen, m)
			}
		}
		return chosen, nil
	}
	var all strings.Builder
	for i, m := range mutants {
		fmt.Fprintf(&all, "%d\t%s %s\n", i, m.file, m.model.dir)
	}
	due := exec.Command("scripts/due.sh", "16") // a mutant takes a minute
	due.Stdin, due.Stderr = strings.NewReader(all.String()), os.Stderr
	lines, err := due.Output()
	if err != nil {
		return nil, fmt.Errorf("scripts/due.sh: %w", err)
	}
	for line := range strings.Lines(string(lines)) {
		number, _, _ := strings.Cut(line, "\t")
		i, err := strconv.Atoi(number)
		if err != nil {
			return nil, fmt.Errorf("scripts/due.sh: %w", err)
		}
		chosen = append(chosen, mutants[i])
	}
	return chosen, nil
}

// run builds the model's test with the mutant, and returns nil if the test fails as expected.
func (m mutant) run() error {
	source, err := os.ReadFile(m.file)
	if err != nil {
		return err
	}
	if n := strings.Count(string(source), m.old); n != 1 {
		return fmt.Errorf("its text stands %d times in %s: say it anew", n, m.file)
	}
	dir, err := os.MkdirTemp("", "mutant-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	changed := filepath.Join(dir, "changed.go")
	if err := os.WriteFile(changed, []byte(strings.Replace(string(source), m.old, m.new, 1)), 0o600); err != nil {
		return err
	}
	real, err := filepath.Abs(m.file)
	if err != nil {
		return err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{real: changed}})
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600); err != nil {
		return err
	}
	test := filepath.Join(dir, "model.test")
	if out, err := exec.Command("go", "test", "-c", "-overlay", filepath.Join(dir, "overlay.json"), "-o", test, "./"+m.model.dir).CombinedOutput(); err != nil {
		return fmt.Errorf("it does not compile: %v\n%s", err, out)
	}
	return m.play(test, dir)
}

// play runs the model until it reports what the mutant breaks. It may report something else first: one removed rule can
// break several invariants.
func (m mutant) play(test, dir string) error {
	c := exec.Command(test, "-test.v", "-test.timeout", "30m", "-test.run", m.model.run) // the rarest case needs minutes on a busy machine
	c.Dir = m.model.dir
	c.Env = append(os.Environ(), m.model.env, "TMPDIR="+dir, // temporary files are deleted with dir
		"TEST_TEMPLATES=") // a mutated program needs its own database template
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	c.Stderr = c.Stdout
	if err := c.Start(); err != nil {
		return err
	}
	noticed, said := false, ""
	for lines := bufio.NewScanner(out); !noticed && lines.Scan(); {
		line := lines.Text()
		noticed = strings.Contains(line, m.breaks)
		if len(said) < 3000 && strings.Contains(line, "_test.go:") {
			said += line + "\n"
		}
	}
	if noticed {
		_ = c.Process.Kill() // further sequences would report the same
	}
	err = c.Wait()
	switch {
	case noticed:
		return nil
	case err == nil:
		return fmt.Errorf("the model passes without %q", short(m.old))
	}
	return fmt.Errorf("the model fails of something else:\n%s", said)
}

func short(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
