//go:build guide

package guide

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"shanmen/internal/testkit/source"
)

// replica answers requests, or closes the connection after reading one.
type replica struct {
	*httptest.Server
	hangsUp     atomic.Bool
	gets, posts atomic.Int64
	forwarded   atomic.Value
}

func newReplica(t *testing.T) *replica {
	t.Helper()
	r := &replica{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if q.URL.Path == "/readyz" {
			return
		}
		_, _ = io.Copy(io.Discard, q.Body)
		if q.Method == http.MethodGet {
			r.gets.Add(1)
		} else {
			r.posts.Add(1)
		}
		r.forwarded.Store(q.Host + " " + q.Header.Get("X-Forwarded-For"))
		if r.hangsUp.Load() {
			panic(http.ErrAbortHandler)
		}
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *replica) at() string { return r.Listener.Addr().String() }

var proxies = map[string]func(t *testing.T, replicas []*replica) (url string){"nginx": behindNginx, "caddy": behindCaddy}

// ask sends a request for the temple to a proxy, with a body of the given number of bytes.
func ask(t *testing.T, method, url string, size int) (status int) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, io.LimitReader(zeros{}, int64(size)))
	if err != nil {
		t.Fatal(err)
	}
	r.Host, r.ContentLength = "temple.example", int64(size)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

// The proxy does not resend a request to the other replica when it may have changed something. Bodies of 60 MB pass.
func TestProxiesSendNoOrderTwice(t *testing.T) {
	for name, begin := range proxies {
		t.Run(name, func(t *testing.T) {
			program(t, name)
			replicas := []*replica{newReplica(t), newReplica(t)}
			url := begin(t, replicas)
			for range 8 {
				if status := ask(t, "POST", url, 100); status != 200 {
					t.Errorf("an order: %d", status)
				}
			}
			for i, r := range replicas {
				if r.posts.Load() == 0 {
					t.Errorf("replica %d gets nothing", i+1)
				}
				if got := r.forwarded.Load(); got != nil && got != "temple.example 127.0.0.1" {
					t.Errorf("a replica reads host and visitor %q", got)
				}
			}
			if status := ask(t, "POST", url, 60_000_000); status != 200 {
				t.Errorf("60 MB: %d", status)
			}
			if status := ask(t, "POST", url, 70_000_000); name == "nginx" && status != 413 { // Caddy leaves the limit to the program
				t.Errorf("70 MB: %d", status)
			}
			for _, r := range replicas {
				r.hangsUp.Store(true)
				r.posts.Store(0)
			}
			if status := ask(t, "POST", url, 100); status != 502 {
				t.Errorf("an order that was cut off: %d", status)
			}
			if n := replicas[0].posts.Load() + replicas[1].posts.Load(); n != 1 {
				t.Errorf("an order that was cut off came %d times", n)
			}
		})
	}
}

// When one replica has stopped, a refused request is sent to the other one: by nginx every request, by Caddy 2.6 only
// those without a body, as the refused connection closes the body.
func TestProxiesSkipAStoppedReplica(t *testing.T) {
	for name, begin := range proxies {
		t.Run(name, func(t *testing.T) {
			program(t, name)
			replicas := []*replica{newReplica(t), newReplica(t)}
			url := begin(t, replicas)
			replicas[0].Close()
			method, size := "POST", 100
			if name == "caddy" {
				method, size = "GET", 0
			}
			for range 8 {
				if status := ask(t, method, url, size); status != 200 {
					t.Errorf("%s while one replica is away: %d", method, status)
				}
			}
		})
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }

// serve runs a proxy until the test ends, and waits until it answers.
func serve(t *testing.T, url, name string, args, env []string) {
	t.Helper()
	c := exec.CommandContext(t.Context(), program(t, name), args...)
	c.Env = append(os.Environ(), env...)
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	said := &strings.Builder{}
	c.Stdout, c.Stderr = said, said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // the test's context ends it
		_ = c.Wait()
		if t.Failed() {
			t.Log(said)
		}
	})
	for range 100 {
		ctx, end := context.WithTimeout(t.Context(), time.Second)
		r, _ := http.NewRequestWithContext(ctx, http.MethodGet, url+"readyz", nil)
		r.Host = "temple.example"
		answer, err := http.DefaultClient.Do(r)
		end()
		if err == nil && answer.Body.Close() == nil && answer.StatusCode == 200 {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%s does not begin", name)
}

func behindNginx(t *testing.T, replicas []*replica) string {
	t.Helper()
	folder, port := t.TempDir(), freePorts(t, 1)[0]
	text := source.Read(t, "deploy/nginx.conf")
	conf := strings.NewReplacer("127.0.0.1:8080", replicas[0].at(), "# server 127.0.0.1:8081", "server "+replicas[1].at()).Replace(string(text))
	conf = regexp.MustCompile(`(?s)server \{\n    listen 80.*?\n\}`).ReplaceAllString(conf, "") // the chapter on TLS, which another test covers
	conf = regexp.MustCompile(`(?m)^ *(listen \[|ssl_).*\n`).ReplaceAllString(conf, "")
	conf = strings.Replace(conf, "listen 443 ssl http2", "listen 127.0.0.1:"+port, 1)
	main := fmt.Sprintf("user root;\npid pid;\nerror_log error.log;\nevents {}\nhttp {\naccess_log off;\nclient_body_temp_path body;\nproxy_temp_path proxy;\nfastcgi_temp_path fastcgi;\nuwsgi_temp_path uwsgi;\nscgi_temp_path scgi;\n%s}\n", conf)
	file := filepath.Join(folder, "nginx.conf")
	if err := os.WriteFile(file, []byte(main), 0o600); err != nil {
		t.Fatal(err)
	}
	url := "http://127.0.0.1:" + port + "/"
	serve(t, url, "nginx", []string{"-p", folder, "-e", filepath.Join(folder, "error.log"), "-c", file, "-g", "daemon off;"}, nil)
	return url
}

func behindCaddy(t *testing.T, replicas []*replica) string {
	t.Helper()
	folder, port := t.TempDir(), freePorts(t, 1)[0]
	text := source.Read(t, "deploy/Caddyfile")
	file := filepath.Join(folder, "Caddyfile")
	if err := os.WriteFile(file, append([]byte("{\n\tadmin off\n}\n"), text...), 0o600); err != nil {
		t.Fatal(err)
	}
	serve(t, "http://127.0.0.1:"+port+"/", "caddy", []string{"run", "--adapter", "caddyfile", "--config", file}, []string{
		"HOME=" + folder, "XDG_DATA_HOME=" + folder, "SHANMEN_SITE=http://temple.example:" + port, "SHANMEN_PROXY=replicas",
		"SHANMEN_AT=" + replicas[0].at() + " " + replicas[1].at(),
	})
	return "http://127.0.0.1:" + port + "/"
}
