package content_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

type said map[string]any

func table(t *testing.T, a *testkit.App) content.TaiSuiTable {
	t.Helper()
	var l content.TaiSuiTableList
	a.Staff(t, "ritual").Get("/api/admin/tai-sui").Want(200).JSON(&l)
	if len(l.Items) != 3 || l.Items[0].Year != 2026 {
		t.Fatalf("%+v", l)
	}
	return l.Items[0]
}

func meeting(t content.TaiSuiTable) (out []string) {
	for _, s := range t.Signs {
		if len(s.Ways) > 0 {
			out = append(out, s.Sign)
		}
	}
	return out
}

// The almanac's value holds until the office overrides it; pages show the change at once, and the audit log records it.
func TestTheOfficeCanChangeWhichSignsMeetTaiSui(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		first := table(t, a)
		if first.Sign != "horse" || first.ChineseYear != "丙午" || first.Begins != "2026-02-17" || first.Ends != "2027-02-05" || first.Rev != 0 ||
			!slices.Equal(meeting(first), []string{"horse", "rat", "ox", "rabbit"}) {
			t.Errorf("%+v", first)
		}
		page := func() string { return string(a.Guest().Get("/blessing-service/tai-sui/_payload.json").Want(200).Body) }
		if before := page(); !strings.Contains(before, `"meets":["rat","ox","rabbit","horse"]`) || strings.Contains(before, `"coming"`) {
			t.Errorf("page: %s", before)
		}
		c := a.Staff(t, "ritual")
		c.Put("/api/admin/tai-sui/2026", said{"rev": 0, "signs": []said{{"sign": "pig", "ways": []string{"break", "clash"}}, {"sign": "ox", "ways": []string{}}}}).Want(200)
		if now := table(t, a); now.Rev != 1 || now.ChangedBy == "" || !slices.Equal(meeting(now), []string{"pig"}) || !slices.Equal(now.Signs[5].Ways, []lunar.Way{lunar.Clash, lunar.Break}) {
			t.Errorf("%+v", now)
		}
		a.Warm(t)
		if after := page(); !strings.Contains(after, `"meets":["pig"]`) {
			t.Errorf("page: %s", after)
		}
		if r := c.Put("/api/admin/tai-sui/2026", said{"rev": 0, "signs": []said{}}).Want(400); r.Code() != "tai-sui-changed" {
			t.Errorf("over what was not seen: %s", r.Body)
		}
		for name, signs := range map[string][]said{
			"twice": {{"sign": "pig", "ways": []string{"own"}}, {"sign": "pig", "ways": []string{"harm"}}},
			"a cat": {{"sign": "cat", "ways": []string{"own"}}}, "a way": {{"sign": "pig", "ways": []string{"luck"}}},
		} {
			if r := c.Put("/api/admin/tai-sui/2026", said{"rev": 1, "signs": signs}); r.Status != 400 {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
		}
		if n := a.Count(t, `SELECT count(*) FROM audit_entries WHERE action = 'tai-sui.change' AND subject = 'tai-sui:2026' AND before LIKE '%"horse":["own","bind"]%' AND after = '{"pig":["clash","break"]}'`); n != 1 {
			t.Errorf("%d entries of the trail", n)
		}
		a.Staff(t, "counter").Get("/api/admin/tai-sui").Want(403)
	})
}

// From the winter solstice on the coming year is shown too, and from its first day only the new year, by the temple's
// chosen boundary.
func TestTheComingYearIsShownFromTheWinterSolstice(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *content.Service) {
		for _, c := range []struct {
			day, from string
			want      []int
		}{
			{"2026-12-21", "new-year", []int{2026}}, {"2026-12-22", "new-year", []int{2026, 2027}},
			{"2027-02-03", "lichun", []int{2026, 2027}}, {"2027-02-04", "lichun", []int{2027}}, {"2027-02-05", "new-year", []int{2026, 2027}},
			{"2027-02-06", "new-year", []int{2027}}, {"2027-02-05", "lichun", []int{2027}}, {"2101-01-01", "new-year", nil}, {"2100-12-31", "new-year", nil},
		} {
			err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				return content.SaveSite(ctx, tx, content.Facts{Zodiac: lunar.Boundary(c.from)})
			})
			if err != nil {
				t.Fatal(err)
			}
			at, err := time.ParseInLocation(time.DateOnly, c.day, time.FixedZone("", 8*3600))
			if err != nil {
				t.Fatal(err)
			}
			told, err := content.TaiSuiOn(ctx, s.DB.Read(), at)
			if err != nil {
				t.Fatal(err)
			}
			var years []int
			for i, y := range told.Years {
				years = append(years, y.Year)
				if y.Coming != (i == 1) {
					t.Errorf("%s: %+v", c.day, y)
				}
			}
			if !slices.Equal(years, c.want) || string(told.From) != c.from {
				t.Errorf("on %s from %s: %v, want %v", c.day, c.from, years, c.want)
			}
		}
	})
}

// Two people edit one year from the same table: one of them is refused, and the other's change is not lost.
func TestRaceTwoEditsOfOneTaiSuiYear(t *testing.T) {
	mutant.Declare(t, mutant.Change("TaiSuiPut", "WHERE t.rev =", "WHERE t.rev >= 0 OR t.rev ="))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		clients := []*testkit.Client{a.Staff(t, "ritual"), a.Staff(t, "admin")}
		for round := range 3 {
			var answers [2]*testkit.Response
			together.AtOnce(2, func(i int) {
				answers[i] = clients[i].Put("/api/admin/tai-sui/2026", said{"rev": round, "signs": []said{{"sign": []string{"pig", "dog"}[i], "ways": []string{"own"}}}})
			})
			right := 0
			for i, r := range answers {
				if r.Status == 200 {
					right++
					if now := table(t, a); !slices.Equal(meeting(now), []string{[]string{"pig", "dog"}[i]}) {
						t.Errorf("%+v", now)
					}
				} else if r.Code() != "tai-sui-changed" {
					t.Errorf("%d %s", r.Status, r.Body)
				}
			}
			if right != 1 {
				t.Fatalf("%d of two were taken", right)
			}
		}
	})
}
