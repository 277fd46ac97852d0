package position_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"shanmen/internal/offer/position"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/source"
)

// Rows at eye level are counted from the floor, whichever way a tower numbers its rows; positions are assigned from
// there outwards.
func TestRowsAtEyeLevelAreCountedFromTheFloor(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		ritual := a.Staff(t, "ritual")
		ritual.Post("/api/admin/hall", map[string]any{"key": "main", "title": map[string]string{"en": "Main Hall", "zh": "大殿"}}).Want(200)
		order := func(code string) (rows []int64) {
			t.Helper()
			found, err := a.DB.SQL().QueryContext(t.Context(), "SELECT p.row_no FROM positions p JOIN towers t ON t.id = p.tower_id WHERE t.code = $1 AND p.unit_no = 1 ORDER BY p.fill", code)
			if err != nil {
				t.Fatal(err)
			}
			defer found.Close()
			for found.Next() {
				var row int64
				if err := found.Scan(&row); err != nil {
					t.Fatal(err)
				}
				rows = append(rows, row)
			}
			return rows
		}
		all := []struct {
			rows     int64
			upwards  bool
			from, to int64
			given    string // the first rows in which positions are assigned
		}{
			{60, true, 10, 14, "[12 13 11 14 10]"},
			{60, false, 47, 51, "[49 48 50 47 51]"},
			{30, true, 10, 14, "[12 13 11 14 10]"},
			{23, false, 10, 14, "[12 11 13 10 14]"},
			{10, true, 3, 7, "[5 6 4 7 3]"},
			{9, false, 4, 6, "[5 4 6 3 7]"},
			{5, true, 2, 4, "[3 4 2 5 1]"},
			{4, true, 0, 0, "[2 3 1 4]"},
			{1, false, 0, 0, "[1]"},
		}
		var halls position.Halls
		for i, one := range all {
			code := fmt.Sprintf("T%d", i)
			ritual.Post("/api/admin/hall/main/tower", map[string]any{
				"code": code, "title": map[string]string{"en": "Tower", "zh": "塔"}, "x": 10, "y": 50, "upwards": one.upwards, "rows": one.rows, "units": 2,
			}).Want(200).JSON(&halls)
			tower := halls.Items[0].Towers[i]
			if tower.EyeFrom != one.from || tower.EyeTo != one.to {
				t.Errorf("%d rows, upwards %v: rows %d to %d", one.rows, one.upwards, tower.EyeFrom, tower.EyeTo)
			}
			if rows := order(code); fmt.Sprint(rows[:min(5, len(rows))]) != one.given {
				t.Errorf("%d rows, upwards %v: places are given in rows %v", one.rows, one.upwards, rows)
			}
		}
		// The migration gives existing towers the same assignment order.
		file := source.Read(t, "internal/platform/db/migrations/00404_eye_level.sql")
		before := a.Count(t, "SELECT SUM(fill * row_no) FROM positions")
		a.Exec(t, "UPDATE positions SET fill = 1 WHERE tower_id IN (SELECT id FROM towers WHERE upwards = 0)")
		_, statement, _ := strings.Cut(string(file), "-- +goose Up")
		a.Exec(t, statement)
		if after := a.Count(t, "SELECT SUM(fill * row_no) FROM positions"); after != before {
			t.Errorf("another order: %d, was %d", after, before)
		}
	})
}

// The map's ETag changes with every change of a position, and an unchanged map is not sent again.
func TestHallMapHasAnETag(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		option, ids := temple(t, a)
		ritual, clerk := a.Staff(t, "ritual"), a.Staff(t, "counter")
		const path = "/api/admin/hall/main/map"
		known := map[string]string{}
		last := ""
		changed := func(what string) {
			t.Helper()
			r := ritual.Get(path).Want(200)
			tag := r.Header.Get("Etag")
			if tag == "" || r.Header.Get("Cache-Control") != "private, no-cache" {
				t.Fatalf("%s: ETag %q, Cache-Control %q", what, tag, r.Header.Get("Cache-Control"))
			}
			if was, again := known[tag]; again {
				t.Errorf("%s: the tag of %s", what, was)
			}
			known[tag] = what
			again := *ritual
			again.Header = ritual.Header.Clone()
			again.Header.Set("If-None-Match", tag)
			if r := again.Get(path).Want(304); len(r.Body) != 0 || r.Header.Get("Etag") != tag {
				t.Errorf("%s: %d bytes, ETag %q", what, len(r.Body), r.Header.Get("Etag"))
			}
			again.Header.Set("If-None-Match", `"other", W/`+tag)
			again.Get(path).Want(304)
			if last != "" {
				again.Header.Set("If-None-Match", last)
				if r := again.Get(path).Want(200); r.Header.Get("Etag") != tag || len(r.Body) == 0 {
					t.Errorf("%s: the former tag gets %d bytes", what, len(r.Body))
				}
			}
			last = tag
		}
		changed("empty")
		sold := func(method int) string {
			t.Helper()
			body := map[string]any{"locale": "en", "payer": map[string]any{"name": "Mdm Lim"}, "items": []any{lamp(t, a)}, "paymentAmount": 18800, "method": method}
			if method == 1 {
				body["amountReceived"] = 20000
			}
			clerk.Post("/api/admin/walk-in", body).Want(200)
			use := a.Text(t, "SELECT position_id FROM position_uses ORDER BY created_at DESC, id LIMIT 1")
			return use
		}
		first := sold(1)
		changed("taken")
		var to position.PlaceDetail
		ritual.Get("/api/admin/position/" + ids[len(ids)-1]).Want(200).JSON(&to)
		ritual.Post("/api/admin/position/"+first+"/label", map[string]any{"hangs": true}).Want(200)
		ritual.Post("/api/admin/position/"+first+"/move", map[string]any{"code": to.Code}).Want(200)
		changed("moved, to take down")
		ritual.Post("/api/admin/position/"+first+"/clear", map[string]any{}).Want(200)
		changed("taken down")
		ritual.Post("/api/admin/position/"+first+"/usable", map[string]any{"usable": false}).Want(200)
		changed("out of use")
		a.Clock.Advance(1)
		sold(2001)
		changed("booked")
		var halls position.Halls
		ritual.Get("/api/admin/hall").Want(200).JSON(&halls)
		sell := "/api/admin/tower/" + halls.Items[0].Towers[0].ID + "/sell"
		if r := ritual.Post(sell, map[string]any{"fromRow": 2, "toRow": 2, "optionId": option, "positionBy": "devotee"}); r.FieldCodes()["lastsMonths"] != "required" {
			t.Errorf("nobody has said for how long: %d %s", r.Status, r.Body)
		}
		ritual.Post(sell, map[string]any{"fromRow": 2, "toRow": 2, "optionId": option, "positionBy": "devotee", "lastsMonths": 0}).Want(200)
		changed("sold")
		ritual.Post("/api/admin/hall/main/tower", map[string]any{
			"code": "b", "title": map[string]string{"en": "Tower B", "zh": "B 塔"}, "x": 10, "y": 50, "upwards": true, "rows": 2, "units": 2,
		}).Want(200)
		changed("another tower")
	})
}

// Invalid input for a hall or tower is refused at its field, and nothing is created.
func TestInvalidHallsAndTowersAreRefused(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		ritual := a.Staff(t, "ritual")
		title := map[string]any{"en": "Main Hall", "zh": "大殿"}
		ritual.Post("/api/admin/hall", map[string]any{"key": "main", "title": title}).Want(200)
		tower := map[string]any{"code": "A", "title": title, "x": 10, "y": 50, "upwards": true, "rows": 10, "units": 2}
		for _, c := range []struct {
			path  string
			body  map[string]any
			field string
			wrong any
			at    string
		}{
			{"/api/admin/hall", map[string]any{"key": "side", "title": title}, "title", map[string]any{"en": "\u3164", "zh": "偏殿"}, "title.en"},
			{"/api/admin/hall", map[string]any{"key": "side", "title": title}, "title", map[string]any{"en": "Side", "zh": "\u3000"}, "title.zh"},
			{"/api/admin/hall", map[string]any{"key": "side", "title": title}, "title", map[string]any{"en": "\u202eediS", "zh": "偏殿"}, "title.en"},
			{"/api/admin/hall", map[string]any{"key": "side", "title": title}, "key", "偏殿", "key"},
			{"/api/admin/hall", map[string]any{"key": "side", "title": title}, "key", "main", "key"},
			{"/api/admin/hall/main/tower", tower, "code", "塔", "code"},
			{"/api/admin/hall/main/tower", tower, "title", map[string]any{"en": "Tower", "zh": "\u2800"}, "title.zh"},
			{"/api/admin/hall/main/tower", tower, "rows", 0, "rows"},
			{"/api/admin/hall/main/tower", tower, "rows", -1, "rows"},
			{"/api/admin/hall/main/tower", tower, "units", 100_000, "units"},
			{"/api/admin/hall/main/tower", tower, "x", -1, "x"},
			{"/api/admin/hall/main/tower", tower, "y", 101, "y"},
			{"/api/admin/hall/main/tower", tower, "way", map[string]any{"en": strings.Repeat("a", 1000), "zh": ""}, "way.en"},
		} {
			body := maps.Clone(c.body)
			body[c.field] = c.wrong
			if r := ritual.Post(c.path, body); r.Status != 400 || r.FieldCodes()[c.at] == "" {
				t.Errorf("%s %s %q: %d %s", c.path, c.field, c.wrong, r.Status, r.Body)
			}
		}
		if n := a.Count(t, "SELECT (SELECT count(*) FROM towers) + (SELECT count(*) FROM halls)"); n != 1 {
			t.Errorf("%d were made", n-1)
		}
	})
}
