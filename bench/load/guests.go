//go:build linux

package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/andybalholm/brotli"

	"shanmen/bench/temple"
)

var pages = []string{
	"/", "/event", "/misc/faq", "/cart", "/blessing-service", "/contact-us", "/member/login",
	"/zh", "/zh/event", "/zh/misc/faq", "/zh/cart", "/zh/blessing-service", "/zh/blessing-service/light-lamp",
}

// opened is how many compressed answers go unread for each one that is decompressed and looked at: all would take more
// processor time than the program.
const opened = 50

// guests are people without an account, each request from another address, over connections that they share.
type guests struct {
	http     http.Client
	programs []*temple.Program
}

func newGuests(programs []*temple.Program) *guests {
	return &guests{programs: programs, http: http.Client{Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: 4096, DisableCompression: true}}}
}

func (g *guests) get(path string) (temple.Answer, error) {
	req, err := http.NewRequest(http.MethodGet, g.programs[rand.IntN(len(g.programs))].URL+path, nil)
	if err != nil {
		return temple.Answer{}, err
	}
	req.Header.Set("Accept-Encoding", "gzip, deflate, br")
	req.Header.Set("X-Forwarded-For", fmt.Sprintf("11.%d.%d.%d", rand.IntN(256), rand.IntN(256), rand.IntN(256)))
	res, err := g.http.Do(req)
	if err != nil {
		return temple.Answer{}, err
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	return temple.Answer{Status: res.StatusCode, Body: b, Header: res.Header}, err
}

// page asks for a page, or for its data.
func (g *guests) page(t *tally, data bool, n int, due time.Time) {
	path := pages[rand.IntN(len(pages))]
	ask := path
	if data {
		ask = strings.TrimSuffix(path, "/") + "/_payload.json"
	}
	a, err := g.get(ask)
	took := time.Since(due)
	wrong := wrongAnswer(a, err)
	if wrong == "" && n%opened == 0 {
		wrong = wrongPage(a, path, data)
	}
	t.heard(a.Status, a.Header, wrong, took)
}

// wrongAnswer says what is wrong with any answer, "" if nothing is.
func wrongAnswer(a temple.Answer, err error) string {
	var failed *url.Error
	switch {
	case errors.As(err, &failed):
		return "no answer: " + failed.Err.Error()
	case err != nil:
		return "cut off: " + err.Error()
	case a.Status != http.StatusOK:
		return fmt.Sprint(a.Status, " ", a.Code())
	case len(a.Body) == 0:
		return "empty"
	}
	return ""
}

// wrongPage looks into a page: it is whole, and in the language of its address.
func wrongPage(a temple.Answer, path string, data bool) string {
	body := a.Body
	var plain io.Reader = bytes.NewReader(body)
	var err error
	switch a.Header.Get("Content-Encoding") {
	case "br":
		plain = brotli.NewReader(plain)
	case "gzip":
		plain, err = gzip.NewReader(plain)
	}
	if err == nil {
		body, err = io.ReadAll(plain)
	}
	if err != nil {
		return "compressed: " + err.Error()
	}
	names, ends := `<html lang="`+language(path), "</html>"
	if data {
		names, ends = "___"+language(path)+`"`, "}"
	}
	switch body = bytes.TrimSpace(body); {
	case !bytes.HasSuffix(body, []byte(ends)):
		return "cut off"
	case !bytes.Contains(body[:min(len(body), 200)], []byte(names)):
		return "does not begin with " + names
	}
	return ""
}

func language(path string) string {
	if strings.HasPrefix(path, "/zh") {
		return "zh"
	}
	return "en"
}
