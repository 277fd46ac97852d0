package ceremony_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"shanmen/internal/rites/ceremony"
	"shanmen/internal/testkit"
)

const (
	fewNames = 1000
	// Maximum server time for a page of names or an action, and maximum ratio to a temple with few names. Differences
	// below grain are noise.
	slowestPage = 250 * time.Millisecond
	mostSlower  = 3.0
	grainOfPage = 15 * time.Millisecond
	// Maximum time to create a list, whose progress count reads 20,000 orders.
	slowestCall = 2 * time.Second
)

// BenchmarkLists requests the lists of a temple with a thousand names and of a large one in the same run, and adds an
// order: 1,000,000 names on a hundred lists with BENCH_ENTRIES=1000000 (takes some minutes to create), 5,000 without;
// BENCH_ENGINE=sqlite or postgres for one engine. It prints milliseconds and the ratio to the small temple, and fails
// when something is slow.
func BenchmarkLists(b *testing.B) {
	entries := 5000
	if s := os.Getenv("BENCH_ENTRIES"); s != "" {
		var err error
		if entries, err = strconv.Atoi(s); err != nil {
			b.Fatal(err)
		}
	}
	for _, engine := range []string{"sqlite", "postgres"} {
		if only := os.Getenv("BENCH_ENGINE"); only != "" && only != engine {
			continue
		}
		b.Run(engine, func(b *testing.B) {
			small, large := crowdedLists(b, engine, fewNames), crowdedLists(b, engine, entries)
			for _, one := range benched {
				b.Run(one.name, func(b *testing.B) {
					before, now := time.Duration(0), time.Duration(0)
					for i := range b.N {
						few, many := one.took(b, small), one.took(b, large)
						if i == 0 {
							before, now = few, many
						}
						before, now = min(before, few), min(now, many)
					}
					b.ReportMetric(float64(now)/1e6, "ms")
					b.ReportMetric(float64(now)/float64(before), "x-few")
					b.ReportMetric(0, "ns/op")
					if now > slowestPage || !one.counts && float64(now)/float64(before) > mostSlower && now-before > grainOfPage {
						b.Errorf("%v with %d names, %v with %d", now, entries, before, fewNames)
					}
				})
			}
			b.Run("Fill", func(b *testing.B) {
				// A list for an offering whose orders are all on lists already: it checks them and adds nothing.
				for range b.N {
					_, few := small.fill(b)
					call, many := large.fill(b)
					if call > slowestCall {
						b.Errorf("whoever makes a list waits %v", call)
					}
					b.ReportMetric(float64(call)/1e6, "call-ms")
					b.ReportMetric(float64(many)/1e6, "ms")
					b.ReportMetric(float64(many)/float64(few), "x-few")
					b.ReportMetric(float64(many)/float64(entries), "ns/name")
				}
				b.ReportMetric(0, "ns/op")
			})
		})
	}
}

// listTemple is a temple whose orders are on lists.
type listTemple struct {
	a               *testkit.App
	ritual, counter *testkit.Client
	last            string // the next list to be performed
	size            int64  // its names
	lists           int
}

func crowdedLists(b *testing.B, engine string, entries int) *listTemple {
	b.Helper()
	started := time.Now()
	a := testkit.New(b, engine)
	last := a.CrowdLists(b, entries)
	b.Logf("%s: %d names are made in %v", engine, entries, time.Since(started).Round(time.Second))
	return &listTemple{a: a, ritual: a.Staff(b, "ritual"), counter: a.Staff(b, "counter"), last: last, size: int64(min(entries, 10_000))}
}

// benched are the typical actions on lists.
var benched = []struct {
	name string
	took func(b *testing.B, l *listTemple) time.Duration
	// It counts or reads the whole current list, which has a thousand names in the small temple and up to ten thousand
	// in the large one.
	counts bool
}{
	{"Ceremonies", func(b *testing.B, l *listTemple) time.Duration { return l.median(b, "/api/admin/ceremony?limit=25") }, true},
	{"Ceremony", func(b *testing.B, l *listTemple) time.Duration { return l.median(b, "/api/admin/ceremony/"+l.last) }, true},
	{"FirstPage", func(b *testing.B, l *listTemple) time.Duration { return l.names(b, "") }, false},
	{"ToCheck", func(b *testing.B, l *listTemple) time.Duration { return l.names(b, "&state=collected") }, false},
	{"ToLookAt", func(b *testing.B, l *listTemple) time.Duration { return l.names(b, "&state=look&mark=rare") }, false},
	{"OfASitting", func(b *testing.B, l *listTemple) time.Duration { return l.names(b, "&sitting=1") }, false},
	{"OfAnEmptySitting", func(b *testing.B, l *listTemple) time.Duration { return l.names(b, "&sitting=2") }, true},
	{"BySponsor", func(b *testing.B, l *listTemple) time.Duration { return l.names(b, "&sort=sponsor") }, false},
	{"OfASign", func(b *testing.B, l *listTemple) time.Duration { return l.names(b, "&sign=dragon") }, false},
	{"OfASignInAState", func(b *testing.B, l *listTemple) time.Duration { return l.names(b, "&sign=dragon&state=checked") }, false},
	{"OfNoSign", func(b *testing.B, l *listTemple) time.Duration { return l.names(b, "&sign=unknown") }, false},
	{"Middle", func(b *testing.B, l *listTemple) time.Duration {
		return l.names(b, "&after="+pageAfter(b, l, l.size/2))
	}, false},
	{"ByNumber", func(b *testing.B, l *listTemple) time.Duration { return l.names(b, "&q=0042") }, false},
	{"ByName", func(b *testing.B, l *listTemple) time.Duration { return l.names(b, "&q=陈美&part=rows") }, false},
	{"Entry", func(b *testing.B, l *listTemple) time.Duration {
		return l.median(b, "/api/admin/entry/"+l.first(b))
	}, false},
	{"LookAtDone", func(b *testing.B, l *listTemple) time.Duration {
		return medianOf(b, func() {
			l.ritual.Post("/api/admin/ceremony/"+l.last+"/done-look", fields{"sitting": 1, "leaveOut": true}).Want(200)
		})
	}, true},
	{"Join", func(b *testing.B, l *listTemple) time.Duration {
		return medianOf(b, func() {
			l.counter.WalkIn(fields{"name": "Tan Bee Leng"}, 3800, l.a.Item(b, "light-lamp", "one", "form", testkit.People("陈美玲"))).Want(200)
		})
	}, false},
}

func (l *listTemple) names(b *testing.B, more string) time.Duration {
	b.Helper()
	return l.median(b, "/api/admin/ceremony/"+l.last+"/entry?limit=25"+more)
}

func (l *listTemple) median(b *testing.B, path string) time.Duration {
	b.Helper()
	return medianOf(b, func() { l.ritual.Get(path).Want(200) })
}

// medianOf nine, after three that warm the caches.
func medianOf(b *testing.B, do func()) time.Duration {
	b.Helper()
	var took []time.Duration
	for i := range 12 {
		started := time.Now()
		do()
		if i >= 3 {
			took = append(took, time.Since(started))
		}
	}
	slices.Sort(took)
	return took[len(took)/2]
}

// first is an entry of the last list.
func (l *listTemple) first(b *testing.B) string {
	b.Helper()
	var page ceremony.EntryList
	l.ritual.Get("/api/admin/ceremony/" + l.last + "/entry?limit=1").Want(200).JSON(&page)
	return page.Items[0].ID
}

// pageAfter is the key of the page after a given number, reached by paging.
func pageAfter(b *testing.B, l *listTemple, no int64) string {
	b.Helper()
	after := ""
	for at := int64(0); at+100 <= no; at += 100 {
		var page ceremony.EntryList
		l.ritual.Get("/api/admin/ceremony/" + l.last + "/entry?limit=100&after=" + after).Want(200).JSON(&page)
		after = page.Next
	}
	return after
}

// fill measures how long it takes to create a list for an offering whose orders are on lists already, and until it is
// filled.
func (l *listTemple) fill(b *testing.B) (call, whole time.Duration) {
	b.Helper()
	l.lists++
	in := fields{
		"title": fields{"en": fmt.Sprintf("More %d", l.lists), "zh": "又"}, "gathers": "bought", "script": "hans", "paper": true,
		"sittings": []fields{{"startsAt": l.a.Clock.Now().Add(time.Hour), "endsAt": l.a.Clock.Now().Add(2 * time.Hour), "place": fields{"en": "", "zh": ""}}},
	}
	var offering string
	if err := l.a.DB.SQL().QueryRowContext(b.Context(), "SELECT id FROM offerings WHERE key = 'light-lamp'").Scan(&offering); err != nil {
		b.Fatal(err)
	}
	in["sources"] = []fields{{"offeringId": offering, "kind": "lamp"}}
	started := time.Now()
	var v ceremony.CeremonyView
	l.ritual.Post("/api/admin/ceremony", in).Want(200).JSON(&v)
	call = time.Since(started)
	l.a.Drain(b)
	whole = time.Since(started)
	l.ritual.Get("/api/admin/ceremony/" + v.ID).Want(200).JSON(&v)
	if v.Filling || v.Counts.Collected > 0 {
		b.Fatalf("%+v", v)
	}
	return call, whole
}
