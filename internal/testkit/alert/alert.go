// Package alert evaluates the alert rules of deploy/ against the program's Prometheus metrics. It supports the few
// expressions that the rules use, and refuses others; promtool, if installed, reads them all.
package alert

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"shanmen/internal/testkit/source"
)

// Rule is an alert.
type Rule struct {
	Alert       string
	Expr        string
	For         string
	Labels      map[string]string
	Annotations map[string]string
}

// Rules reads them from a file.
func Rules(t testing.TB, file string) (out []Rule) {
	t.Helper()
	var f struct {
		Groups []struct {
			Name  string
			Rules []Rule
		}
	}
	if err := yaml.Unmarshal(source.Read(t, file), &f); err != nil {
		t.Fatal(err)
	}
	for _, g := range f.Groups {
		out = append(out, g.Rules...)
	}
	return out
}

// Scrape is the metrics of one scrape. Nothing is the scrape of a program that does not answer.
type Scrape struct {
	Text string
	At   time.Time
	up   bool
	of   map[string][]series
}

type series struct {
	labels map[string]string
	value  float64
}

var (
	line  = regexp.MustCompile(`^(\w+)(?:\{(.*)\})? (\S+)$`)
	label = regexp.MustCompile(`(\w+)="((?:[^"\\]|\\.)*)"`)
)

// Of scrapes a handler's /metrics, at a time of the program's clock.
func Of(t testing.TB, h http.Handler, at time.Time) Scrape {
	t.Helper()
	s := Scrape{At: at, up: true, of: map[string][]series{}}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("/metrics: %d %s", w.Code, w.Body)
	}
	s.Text = w.Body.String()
	for l := range strings.Lines(s.Text) {
		m := line.FindStringSubmatch(strings.TrimSpace(l))
		if m == nil {
			continue
		}
		v, err := strconv.ParseFloat(m[3], 64)
		if err != nil {
			t.Fatalf("%s: %v", l, err)
		}
		one := series{map[string]string{}, v}
		for _, p := range label.FindAllStringSubmatch(m[2], -1) {
			one.labels[p[1]] = p[2]
		}
		s.of[m[1]] = append(s.of[m[1]], one)
	}
	return s
}

// Names lists the metrics.
func (s Scrape) Names() map[string]bool {
	out := map[string]bool{}
	for name := range s.of {
		out[name] = true
	}
	return out
}

// Series is the number of series of a metric.
func (s Scrape) Series(name string) int { return len(s.of[name]) }

const selector = `(\w+(?:\{[^}]*\})?)`

var (
	above   = regexp.MustCompile(`^(time\(\) - )?` + selector + ` (==|>|<) ([\d.]+)(?: and on \(instance\) ` + selector + ` == ([\d.]+))?$`)
	changed = regexp.MustCompile(`^(?:increase|delta)\(` + selector + `\[\w+\]\) (>) ([\d.]+)$`)
	both    = regexp.MustCompile(`^` + selector + ` (<|>) ` + selector + `$`)
	match   = regexp.MustCompile(`(\w+)(=~|!=|=)"([^"]*)"`)
)

// Fires returns whether the rule's expression is true now, with before as an earlier scrape.
func (r Rule) Fires(t testing.TB, before, now Scrape) bool {
	t.Helper()
	if m := above.FindStringSubmatch(r.Expr); m != nil {
		if m[5] != "" && !holds(now.find(m[5]), "==", number(m[6])) {
			return false
		}
		values := now.find(m[2])
		for i := range values {
			if m[1] != "" {
				values[i] = float64(now.At.UnixMilli())/1000 - values[i]
			}
		}
		return holds(values, m[3], number(m[4]))
	}
	if m := changed.FindStringSubmatch(r.Expr); m != nil {
		return holds(now.since(before, m[1]), m[2], number(m[3]))
	}
	if m := both.FindStringSubmatch(r.Expr); m != nil {
		right := now.find(m[3])
		return len(right) > 0 && holds(now.find(m[1]), m[2], right[0])
	}
	t.Fatalf("%s: this test does not know the form of %q", r.Alert, r.Expr)
	return false
}

func holds(values []float64, op string, than float64) bool {
	for _, v := range values {
		if op == "==" && v == than || op == ">" && v > than || op == "<" && v < than {
			return true
		}
	}
	return false
}

func number(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64)
	return f
}

// find returns the values of a selector.
func (s Scrape) find(sel string) []float64 {
	name, conditions, _ := strings.Cut(strings.TrimSuffix(sel, "}"), "{")
	if name == "up" {
		if s.up {
			return []float64{1}
		}
		return []float64{0}
	}
	var out []float64
	for _, one := range s.of[name] {
		if fits(one.labels, conditions) {
			out = append(out, one.value)
		}
	}
	return out
}

// since returns each series' increase since before.
func (s Scrape) since(before Scrape, sel string) []float64 {
	name, conditions, _ := strings.Cut(strings.TrimSuffix(sel, "}"), "{")
	earlier := map[string]float64{}
	for _, one := range before.of[name] {
		earlier[fmt.Sprint(one.labels)] = one.value
	}
	var out []float64
	for _, one := range s.of[name] {
		if fits(one.labels, conditions) {
			out = append(out, one.value-earlier[fmt.Sprint(one.labels)])
		}
	}
	return out
}

func fits(labels map[string]string, conditions string) bool {
	for _, m := range match.FindAllStringSubmatch(conditions, -1) {
		got := labels[m[1]]
		switch m[2] {
		case "=":
			if got != m[3] {
				return false
			}
		case "!=":
			if got == m[3] {
				return false
			}
		case "=~":
			if !regexp.MustCompile("^(?:" + m[3] + ")$").MatchString(got) {
				return false
			}
		}
	}
	return true
}
