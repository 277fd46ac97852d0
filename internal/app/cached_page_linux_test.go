package app_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"shanmen/internal/testkit"
)

const (
	bareAnswer = "SHANMEN_TEST_BARE" // file of the answer that the bare server repeats

	pageAsked  = "/zh/about-us/history"
	pageRounds = 9    // pairs
	pageVisits = 4000 // requests of a round
	atOnce     = 8    // connections, each of which asks again when it is answered
)

// chromeAsks is a request for a page as a phone's browser sends it.
const chromeAsks = "GET " + pageAsked + " HTTP/1.1\r\nHost: temple.example\r\nConnection: keep-alive\r\n" +
	"sec-ch-ua: \"Chromium\";v=\"130\", \"Google Chrome\";v=\"130\", \"Not?A_Brand\";v=\"99\"\r\nsec-ch-ua-mobile: ?1\r\nsec-ch-ua-platform: \"Android\"\r\n" +
	"Upgrade-Insecure-Requests: 1\r\nUser-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36\r\n" +
	"Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8\r\n" +
	"Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-User: ?1\r\nSec-Fetch-Dest: document\r\n" +
	"Accept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: en-SG,en;q=0.9,zh-CN;q=0.8\r\nCookie: i18n_redirected=zh\r\n\r\n"

// BenchmarkCachedPage compares the CPU time that the whole program needs for a cached page, with its log, limits and
// metrics, with that of a bare net/http server that sends the same head and body. Each is a process of its own, asked
// in turns by 8 connections of this one; x-bare is the median of 9 pairs.
func BenchmarkCachedPage(b *testing.B) {
	if testkit.InProcess() {
		return
	}
	if file := os.Getenv(bareAnswer); file != "" {
		b.Fatal(serveBare(file))
	}
	program := testkit.StartProgram(b, testkit.New(b, "sqlite").Place(), "serve")
	program.Ready()
	page := server{pid: program.Pid(), address: strings.TrimPrefix(program.URL, "http://")}
	answer := page.packed(b)
	bare := startBare(b, answer)
	page.visit(b, pageVisits)
	bare.visit(b, pageVisits)
	var ratios, ours, theirs []float64
	for b.Loop() {
		for range pageRounds {
			p, q := page.visit(b, pageVisits), bare.visit(b, pageVisits)
			ratios, ours, theirs = append(ratios, p/q), append(ours, p), append(theirs, q)
		}
	}
	median := func(of []float64) float64 { slices.Sort(of); return of[len(of)/2] }
	b.ReportMetric(median(ratios), "x-bare")
	b.ReportMetric(ratios[0], "x-bare-least")
	b.ReportMetric(ratios[len(ratios)-1], "x-bare-most")
	b.ReportMetric(median(ours), "cpu-µs")
	b.ReportMetric(median(theirs), "bare-cpu-µs")
	b.ReportMetric(float64(len(answer.body)), "body-B")
	b.ReportMetric(0, "ns/op")
}

// server is a process that answers at an address.
type server struct {
	pid     int
	address string
}

// visit returns the CPU time of one of n requests, in µs.
func (s server) visit(b *testing.B, n int) float64 {
	b.Helper()
	before := s.cpu(b)
	var all sync.WaitGroup
	for range atOnce {
		all.Go(func() {
			c, err := net.Dial("tcp", s.address)
			if err != nil {
				b.Error(err)
				return
			}
			defer func() { _ = c.Close() }()
			answers := bufio.NewReaderSize(c, 64<<10)
			for range n / atOnce {
				if _, err := ask(c, answers); err != nil { // a rebuilt page may be packed less well for a moment
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	return float64(s.cpu(b)-before) / float64(n) / 1e3
}

// cpu is the process's CPU time, in user and system mode, of all its threads.
func (s server) cpu(b *testing.B) time.Duration {
	b.Helper()
	const sched = 2 // CPUCLOCK_SCHED: see clock_getcpuclockid(3)
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^s.pid<<3|sched), &t); err != nil {
		b.Fatal(err)
	}
	return time.Duration(t.Nano())
}

type answer struct {
	head http.Header
	body []byte
}

func ask(c net.Conn, answers *bufio.Reader) (answer, error) {
	if _, err := io.WriteString(c, chromeAsks); err != nil {
		return answer{}, err
	}
	res, err := http.ReadResponse(answers, nil)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %s", res.Status)
	}
	return answer{res.Header, body}, err
}

// packed is the answer once it is compressed well, which happens after the first visit.
func (s server) packed(b *testing.B) answer {
	b.Helper()
	for end := time.Now().Add(time.Minute); ; {
		c, err := net.Dial("tcp", s.address)
		if err != nil {
			b.Fatal(err)
		}
		got, err := ask(c, bufio.NewReader(c))
		_ = c.Close()
		switch {
		case err != nil:
			b.Fatal(err)
		case got.head.Get("Content-Encoding") == "br":
			return got
		case time.Now().After(end):
			b.Fatalf("a minute passed, and the page is coded as %q", got.head.Get("Content-Encoding"))
		}
		<-time.After(20 * time.Millisecond)
	}
}

// startBare starts a server that repeats an answer.
func startBare(b *testing.B, a answer) server {
	b.Helper()
	file := b.TempDir() + "/answer"
	var head bytes.Buffer
	if err := a.head.Write(&head); err != nil {
		b.Fatal(err)
	}
	text := slices.Concat([]byte("HTTP/1.1 200 OK\r\n"), head.Bytes(), []byte("\r\n"), a.body)
	if err := os.WriteFile(file, text, 0o600); err != nil {
		b.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.CommandContext(b.Context(), exe, "-test.run=^$", "-test.bench=^"+b.Name()+"$")
	cmd.Env = append(os.Environ(), bareAnswer+"="+file)
	cmd.Stderr = os.Stderr
	said, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _, _ = cmd.Process.Kill(), cmd.Wait() })
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if at, is := strings.CutPrefix(lines.Text(), "bare at "); is {
			return server{cmd.Process.Pid, at}
		}
	}
	b.Fatal("the bare server did not start")
	return server{}
}

// serveBare answers every request with the head and body in a file.
func serveBare(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	res, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(text)), nil)
	if err != nil {
		return err
	}
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	res.Header.Del("Date") // net/http writes it
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println("bare at", l.Addr())
	return http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		for name, values := range res.Header {
			h[name] = values
		}
		_, _ = w.Write(body)
	}))
}
