package app_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"shanmen"
	"shanmen/internal/app"
	"shanmen/internal/testkit/source"
)

// The same version number is shown everywhere, and the changelog's newest chapter is about it.
func TestVersionComesFromTheVersionFileEverywhere(t *testing.T) {
	t.Parallel()
	file := source.Read(t, "VERSION")
	want := strings.TrimSpace(string(file))
	if !regexp.MustCompile(`^\d+\.\d+\.\d+(-dev)?$`).MatchString(want) {
		t.Errorf("VERSION is %q, not like 0.2.0 or 0.3.0-dev", want)
	}
	if got := shanmen.Version(); got != want {
		t.Errorf("Version() = %q, want %q", got, want)
	}
	printed := func(args ...string) string {
		t.Helper()
		var out bytes.Buffer
		if err := app.Run(t.Context(), args, nil, nil, &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	for _, verb := range []string{"version", "--version"} {
		if got := printed(verb); got != want+"\n" {
			t.Errorf("shanmen %s prints %q, want %q", verb, got, want)
		}
	}
	var api struct{ Info struct{ Version string } }
	if err := json.Unmarshal([]byte(printed("openapi")), &api); err != nil || api.Info.Version != want {
		t.Errorf("the API is of version %q (%v), want %q", api.Info.Version, err, want)
	}
	changelog := source.Read(t, "CHANGELOG.md")
	newest := "## " + want + " "
	if strings.HasSuffix(want, "-dev") {
		newest = "## Unreleased\n"
	}
	if _, chapter, _ := strings.Cut(string(changelog), "\n## "); !strings.HasPrefix("## "+chapter, newest) {
		t.Errorf("the newest chapter of CHANGELOG.md is %q, want %q", strings.SplitN(chapter, "\n", 2)[0], newest)
	}
}
