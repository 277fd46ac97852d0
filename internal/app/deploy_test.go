package app

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/testkit/source"
)

// The files of deploy/ contain no setting that the program does not know.
func TestDeployFilesUseOnlyExistingSettings(t *testing.T) {
	t.Parallel()
	known := []string{"TMPDIR", "SSL_CERT_FILE"} // variables of the system, not of the program
	known = append(known, settingNames()...)
	for _, name := range secrets {
		known = append(known, name+"_FILE")
	}
	for file, shape := range map[string]string{
		"shanmen.env":          `(?m)^#?([A-Z][A-Z0-9_]+)=`,
		"shanmen.service":      `(?m)^Environment=(.+)$`,
		"shanmen-secrets.conf": `(?m)^Environment=(.+)$`,
		"Containerfile":        `(?m)^ENV (.+)$`,
		"compose.yml":          `(?s)x-shanmen:.*?environment:\n(.*?)\n  networks`,
	} {
		text := source.Read(t, "deploy/"+file)
		var found []string
		for _, m := range regexp.MustCompile(shape).FindAllStringSubmatch(string(text), -1) {
			if !strings.ContainsAny(m[1], "=:") {
				found = append(found, m[1])
			}
			for _, name := range regexp.MustCompile(`(?m)(?:^|\s)([A-Z][A-Z0-9_]+)(?:=|: )`).FindAllStringSubmatch(m[1], -1) {
				found = append(found, name[1])
			}
		}
		if len(found) == 0 {
			t.Errorf("%s names no setting", file)
		}
		for _, name := range found {
			if !slices.Contains(known, name) {
				t.Errorf("%s: there is no setting %s", file, name)
			}
		}
	}
}

// The example environment files are read by the program's own parser.
func TestTheExampleSettingsFileIsAccepted(t *testing.T) {
	t.Parallel()
	text := source.Read(t, "deploy/shanmen.env")
	set := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^#?([A-Z][A-Z0-9_]+)=(.+)$`).FindAllStringSubmatch(string(text), -1) {
		set[m[1]] = m[2]
	}
	if _, err := LoadConfig(func(name string) string { return set[name] }, false); err != nil {
		t.Error(err)
	}
}

func TestAliveChecksTheServerOnThisMachine(t *testing.T) {
	t.Parallel()
	status := http.StatusOK
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/healthz" {
			t.Errorf("it asks for %s", r.URL.Path)
		}
		w.WriteHeader(status)
	}))
	defer srv.Close()
	port := fmt.Sprint(srv.Listener.Addr().(*net.TCPAddr).Port)
	ask := func(addr string) error {
		return Run(t.Context(), []string{"alive"}, []string{"PORT=" + port, "ADDR=" + addr}, nil, io.Discard)
	}
	for _, addr := range []string{"", "0.0.0.0", "::", "127.0.0.1"} {
		if err := ask(addr); err != nil {
			t.Errorf("ADDR=%q: %v", addr, err)
		}
	}
	status = http.StatusServiceUnavailable
	if err := ask(""); err == nil {
		t.Error("503 counts as alive")
	}
	srv.Close()
	if err := ask(""); err == nil {
		t.Error("nobody there counts as alive")
	}
}
