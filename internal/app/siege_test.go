package app_test

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"shanmen/internal/testkit"
)

// What one visitor can do to all others: the real program, in a separate process, under the worst load that one client
// can cause. Its memory is asserted; another visitor's waiting time is only printed, as it depends on the machine:
// `make siege`.

// mostMemory is the memory that the program may use on a small machine.
const mostMemory = 256 << 20

// assault sends one of many requests; i counts them. The program must answer with the listed statuses, else the attack
// does not do what its name says.
type assault struct {
	sockets int
	answers []int
	send    func(s *siege, i int64) *http.Request
}

func repeated(n int, of string) string { return strings.TrimSuffix(strings.Repeat(of+",", n), ",") }

func (s *siege) cart(items string) *http.Request {
	return s.request("POST", "/api/cart", `{"currency":"SGD","items":[`+items+`]}`)
}

var invalid = []int{400}

var assaults = map[string]assault{
	"87,000 empty items": {30, invalid, func(s *siege, _ int64) *http.Request { return s.cart(repeated(87_000, "{}")) }},
	"21,000 empty items": {30, invalid, func(s *siege, _ int64) *http.Request { return s.cart(repeated(21_000, "{}")) }},
	"items of unknown fields": {30, invalid, func(s *siege, _ int64) *http.Request {
		return s.cart(repeated(100, s.unknown)) // 7,000 values that no item has
	}},
	"lists of lists": {30, invalid, func(s *siege, _ int64) *http.Request {
		return s.cart(repeated(90, `{"form":[`+repeated(80, "[]")+`]}`))
	}},
	"a long form":    {30, invalid, func(s *siege, _ int64) *http.Request { return s.await(`{"people":[` + repeated(15_000, "{}") + `]}`) }},
	"a form of keys": {30, invalid, func(s *siege, _ int64) *http.Request { return s.await(s.keys) }},
	"made-up pages": {30, []int{200}, func(s *siege, i int64) *http.Request {
		return s.request("GET", fmt.Sprintf("/member/profile/invoices/%x", i), "")
	}},
	"missing pages":   {30, []int{404}, func(s *siege, i int64) *http.Request { return s.request("GET", fmt.Sprintf("/event/%x?%x", i, i), "") }},
	"one cart":        {40, []int{200, 400, 404}, (*siege).fill},
	"200 of one cart": {200, []int{200, 400, 404}, (*siege).fill},
}

// fill adds an item to the cart, which holds 50, and empties the cart before it is full.
func (s *siege) fill(i int64) *http.Request {
	if i%45 == 0 {
		return s.request("POST", "/api/cart/cancel", "")
	}
	return s.cart(s.item)
}

type siege struct {
	url, cookie, item, keys, unknown string
	others                           http.Client
}

func (s *siege) await(values string) *http.Request {
	return s.request("POST", "/api/form/awaiting", `{"form":"contact","values":`+values+`}`)
}

func (s *siege) request(method, path, body string) *http.Request {
	r, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	r.Header.Set("Cookie", s.cookie)
	r.Header.Set("Content-Type", "application/json")
	return r
}

// wait requests a page as another visitor and returns how long that took.
func (s *siege) wait(t *testing.T, path string) time.Duration {
	t.Helper()
	began := time.Now()
	res, err := s.others.Get(s.url + path)
	if err != nil {
		t.Error(err)
		return 0
	}
	_, _ = io.Copy(io.Discard, res.Body)
	_ = res.Body.Close()
	if res.StatusCode != 200 {
		t.Errorf("%s: %d", path, res.StatusCode)
	}
	return time.Since(began)
}

func TestSiegeLeavesMemoryBounded(t *testing.T) {
	if testkit.InProcess() {
		return
	}
	long, _ := time.ParseDuration(os.Getenv("SIEGE"))
	long = max(long, 300*time.Millisecond)
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Member(t)
		p := a.Process(t)
		item := a.Item(t, "lamp-oil", "bottle")
		s := &siege{url: a.URL, item: fmt.Sprintf(`{"offeringId":%q,"optionId":%q,"quantity":1}`, item["offeringId"], item["optionId"])}
		for _, cookie := range c.Cookies() {
			s.cookie += cookie.Name + "=" + cookie.Value + ";"
		}
		t.Logf("%-24s %d MB", "before", p.PeakMemory()>>20)
		var keys []string
		for i := range 5_000 {
			keys = append(keys, fmt.Sprintf(`"%d":0`, i))
		}
		s.unknown = "{" + strings.Join(keys[:70], ",") + "}"
		s.keys = "{" + strings.Join(keys, ",") + "}"
		for _, name := range slices.Sorted(maps.Keys(assaults)) {
			s.attack(t, name, assaults[name], long)
			if peak := p.PeakMemory(); peak > mostMemory {
				t.Errorf("%s: the program has had %d MB", name, peak>>20)
			} else {
				t.Logf("%-24s at most %d MB so far", name, peak>>20)
			}
		}
	})
}

// attack runs the attackers for a time, while another visitor uses the site.
func (s *siege) attack(t *testing.T, name string, k assault, long time.Duration) {
	t.Helper()
	attackers := http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: k.sockets, DisableCompression: true}}
	defer attackers.CloseIdleConnections()
	var sent atomic.Int64
	var wg sync.WaitGroup
	var mu sync.Mutex
	answers := map[int]int{}
	end := time.Now().Add(long)
	for range k.sockets {
		wg.Go(func() {
			for time.Now().Before(end) {
				res, err := attackers.Do(k.send(s, sent.Add(1)))
				if err != nil {
					continue // the server closes the connection of a client that keeps sending
				}
				_, _ = io.Copy(io.Discard, res.Body)
				_ = res.Body.Close()
				mu.Lock()
				answers[res.StatusCode]++
				mu.Unlock()
			}
		})
	}
	var took []time.Duration
	for i := 0; time.Now().Before(end) || i < 10; i++ {
		took = append(took, s.wait(t, []string{"/", "/zh/blessing-service", "/api/offering", "/event/_payload.json"}[i%4]))
	}
	wg.Wait()
	for status, n := range answers {
		if !slices.Contains(k.answers, status) {
			t.Errorf("%s: %d answers %d, want %v alone", name, n, status, k.answers)
		}
	}
	if len(answers) == 0 {
		t.Errorf("%s: nothing was answered", name)
	}
	slices.Sort(took)
	t.Logf("%-24s %6d requests by %d sockets; answers %v; another visitor's %d: median %v, p99 %v", name, sent.Load(), k.sockets, answers, len(took),
		took[len(took)/2].Round(time.Millisecond), took[len(took)*99/100].Round(time.Millisecond))
}
