package position_test

import (
	"bytes"
	"compress/gzip"
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"
	"time"

	"shanmen/internal/offer/position"
	"shanmen/internal/testkit"
)

// The limits for a map of 10,000 positions: server time and response size.
const (
	mostOfMap = 100 * time.Millisecond
	heaviest  = 5 << 10
	perTower  = 2000
)

// BenchmarkMap requests the map of a hall of 10,000 positions in all states: processor time of the whole program per
// call, and the compressed size of the response.
func BenchmarkMap(b *testing.B) {
	for _, engine := range []string{"sqlite", "postgres"} {
		b.Run(engine, func(b *testing.B) {
			a := testkit.New(b, engine)
			ritual := a.Staff(b, "ritual")
			ritual.Post("/api/admin/hall", map[string]any{"key": "large", "title": map[string]string{"en": "Large Hall", "zh": "大殿"}}).Want(200)
			for _, code := range []string{"a", "b", "c", "d", "e"} {
				ritual.Post("/api/admin/hall/large/tower", map[string]any{
					"code": code, "title": map[string]string{"en": "Tower", "zh": "塔"}, "x": 10, "y": 50, "upwards": true, "rows": 50, "units": perTower / 50,
				}).Want(200)
			}
			fillMap(b, a)
			var m position.HallMap
			body := ritual.Get("/api/admin/hall/large/map").Want(200).JSON(&m).Body
			states := 0
			for _, tower := range m.Towers {
				states += len(tower.States)
			}
			if states != 10_000 {
				b.Fatalf("%d places", states)
			}
			var packed bytes.Buffer
			w := gzip.NewWriter(&packed)
			_, _ = w.Write(body)
			_ = w.Close()
			before := processor(b)
			b.ResetTimer()
			for range b.N {
				ritual.Get("/api/admin/hall/large/map").Want(200)
			}
			took := (processor(b) - before) / time.Duration(b.N)
			b.ReportMetric(float64(took)/1e6, "cpu-ms")
			b.ReportMetric(float64(len(body))/1e3, "kB")
			b.ReportMetric(float64(packed.Len())/1e3, "kB-gzip")
			if took > mostOfMap || packed.Len() > heaviest {
				b.Errorf("%v and %d bytes", took, packed.Len())
			}
		})
	}
}

// fillMap gives the positions random states, as after some years of use, directly in the database.
func fillMap(b *testing.B, a *testkit.App) {
	b.Helper()
	rows, err := a.DB.SQL().QueryContext(b.Context(), "SELECT p.id FROM positions p JOIN towers t ON t.id = p.tower_id JOIN halls h ON h.id = t.hall_id WHERE h.key = 'large' ORDER BY p.id")
	if err != nil {
		b.Fatal(err)
	}
	defer rows.Close()
	kinds := []string{"taken", "taken", "taken", "taken", "kept", "booked", "held", "clearing", "free", "free", "free", "unusable"}
	random, of := rand.New(rand.NewPCG(1, 2)), map[string][]string{}
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			b.Fatal(err)
		}
		kind := kinds[random.IntN(len(kinds))]
		of[kind] = append(of[kind], "'"+id+"'")
	}
	if err := rows.Err(); err != nil {
		b.Fatal(err)
	}
	option := a.Option(b, "light-lamp", "one")
	for kind, ids := range of {
		in := "id IN (" + strings.Join(ids, ", ") + ")"
		a.Exec(b, "UPDATE positions SET option_id = $1 WHERE "+in, option)
		switch kind {
		case "free":
		case "unusable":
			a.Exec(b, "UPDATE positions SET usable = 0 WHERE "+in)
		default:
			a.Exec(b, "INSERT INTO position_uses (id, position_id, state, created_at) SELECT 'use-' || id, id, '"+kind+"', 0 FROM positions WHERE "+in)
			a.Exec(b, "UPDATE positions SET use_id = 'use-' || id WHERE "+in)
		}
	}
}

// processor is the CPU time that the program has used, including its embedded database. PostgreSQL's own is not
// included.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
