package licences

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"shanmen/internal/testkit/source"
)

// Everybody who receives the program receives the licence of each of its parts.
func TestEveryDependencyHasItsLicence(t *testing.T) {
	t.Parallel()
	if !strings.HasPrefix(Text(), "The licence of Shanmen itself is the decision of its owner, and still open") {
		t.Errorf("the texts begin with %.100q", Text())
	}
	// The line with the name is above the licence text.
	named := map[string]bool{}
	for line := range strings.Lines(Text()) {
		named[strings.TrimSuffix(line, "\n")] = true
	}
	want := []string{"Go: the standard library", "libheif 1.18.2", "libde265 1.0.15"}
	for _, arch := range []string{"amd64", "arm64"} {
		list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}Go: {{.Path}} {{.Version}}{{end}}{{end}}", "shanmen/cmd/shanmen")
		list.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+arch, "CGO_ENABLED=0")
		out, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(out)) {
			if name := strings.TrimSpace(line); name != "" {
				want = append(want, name)
			}
		}
	}
	raw := source.Read(t, "web/package-lock.json")
	var lock struct {
		Packages map[string]struct {
			Version                    string
			Dev, DevOptional, Optional bool
		}
	}
	if err := json.Unmarshal(raw, &lock); err != nil {
		t.Fatal(err)
	}
	for folder, p := range lock.Packages {
		if folder != "" && !p.Dev && !p.DevOptional && !p.Optional {
			want = append(want, "npm: "+strings.TrimPrefix(folder, "node_modules/")+" "+p.Version)
		}
	}
	if len(want) < 100 {
		t.Errorf("only %d parts were found: %q", len(want), want)
	}
	for _, name := range want {
		if !named[name] {
			t.Errorf("there is no licence of %q; make generate writes it", name)
		}
	}
}
