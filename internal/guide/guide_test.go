// Package guide tests the operators' guide and the files of deploy/.
package guide

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/testkit/source"
)

// chapters are the pages of the guide, in the order in which their command blocks are run.
var chapters = []string{"operations/install.md", "operations/proxy.md", "operations/containers.md", "operations.md", "upgrade.md", "operations/move.md"}

// block is a block of commands in the guide.
type block struct{ where, tag, lines string }

var fence = regexp.MustCompile("(?ms)^```(\\w+)([^\n]*)\n(.*?)^```$")

// blocks finds every block of commands.
func blocks(t *testing.T) (found []block) {
	t.Helper()
	for _, chapter := range chapters {
		text := source.Read(t, "docs/"+chapter)
		for _, m := range fence.FindAllSubmatchIndex(text, -1) {
			language, tag := string(text[m[2]:m[3]]), strings.TrimSpace(string(text[m[4]:m[5]]))
			where := fmt.Sprintf("docs/%s:%d", chapter, 1+bytes.Count(text[:m[0]], []byte("\n")))
			if language != "sh" {
				t.Errorf("%s: a block of %s: configurations belong into deploy/, where they are checked", where, language)
			}
			found = append(found, block{where, tag, string(text[m[6]:m[7]])})
		}
	}
	return found
}

func TestEveryCodeBlockDeclaresHowItIsTested(t *testing.T) {
	t.Parallel()
	count := map[string]int{}
	for _, b := range blocks(t) {
		if !slices.Contains([]string{"run", "checked", "read"}, b.tag) {
			t.Errorf("%s: tagged %q: run, checked or read", b.where, b.tag)
		}
		count[b.tag]++
	}
	t.Logf("the guide has %d blocks: run %d, checked %d, read %d", count["run"]+count["checked"]+count["read"], count["run"], count["checked"], count["read"])
	if count["run"] < 10 {
		t.Errorf("%d blocks are run", count["run"])
	}
}

// program finds an executable that a check needs, or skips the check.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/" + name)
	}
	if err != nil {
		t.Skipf("no %s here: what it would check is not checked", name)
	}
	return path
}

// says runs a program, which must succeed, and returns its output.
func says(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), name, args...)
	c.Env = append(os.Environ(), env...)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Errorf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

func TestTheCaddyConfigurationIsValid(t *testing.T) {
	t.Parallel()
	caddy := program(t, "caddy")
	home := "HOME=" + t.TempDir()
	for _, kind := range []string{"one", "replicas"} {
		says(t, []string{home, "SHANMEN_PROXY=" + kind}, caddy, "validate", "--adapter", "caddyfile", "--config", source.Path(t, "deploy/Caddyfile"))
	}
	// compose.yml names both replicas in one variable.
	compose := says(t, []string{home, "SHANMEN_PROXY=replicas", "SHANMEN_AT=shanmen-1:8080 shanmen-2:8080"},
		caddy, "adapt", "--adapter", "caddyfile", "--config", source.Path(t, "deploy/Caddyfile"))
	for _, replica := range []string{`"shanmen-1:8080"`, `"shanmen-2:8080"`} {
		if !strings.Contains(compose, replica) {
			t.Errorf("no %s in %s", replica, compose)
		}
	}
}

func TestTheSystemdUnitIsHardened(t *testing.T) {
	t.Parallel()
	analyze := program(t, "systemd-analyze")
	said := says(t, nil, analyze, "security", "--offline=true", "--threshold=15", source.Path(t, "deploy/shanmen.service"))
	level := regexp.MustCompile(`exposure level.*`).FindString(said)
	if level == "" {
		t.Fatal(said)
	}
	t.Log(level)
	if n := strings.Count(said, "Unknown key"); n > 0 {
		t.Errorf("%d keys that systemd does not know: %s", n, said)
	}
}
