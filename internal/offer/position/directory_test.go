package position_test

import (
	"testing"

	"shanmen/internal/offer/position"
	"shanmen/internal/testkit"
)

// A position written in words is found in the spellings of a temple's list, and never guessed.
func TestPositionsAreParsedFromWords(t *testing.T) {
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		ritual := a.Staff(t, "ritual")
		for key, title := range map[string][2]string{"main": {"Main Hall", "大殿"}, "east": {"East Hall", "东殿"}} {
			ritual.Post("/api/admin/hall", map[string]any{"key": key, "title": map[string]string{"en": title[0], "zh": title[1]}}).Want(200)
		}
		tower := func(hall, code, en, zh string) {
			ritual.Post("/api/admin/hall/"+hall+"/tower", map[string]any{
				"code": code, "title": map[string]string{"en": en, "zh": zh}, "x": 10, "y": 50, "upwards": true, "rows": 30, "units": 20,
			}).Want(200)
		}
		tower("main", "A", "Tower A", "A 塔")
		tower("main", "AB", "Tower AB", "AB 塔")
		tower("main", "B", "Medicine Buddha", "药师塔")
		tower("east", "B", "Tower B", "B 塔")
		d, err := position.DirectoryOf(t.Context(), a.DB.Read())
		if err != nil {
			t.Fatal(err)
		}
		codeOf := func(s position.Spot) (code string) {
			row := a.DB.SQL().QueryRowContext(t.Context(), "SELECT h.key || ' ' || p.code FROM positions p JOIN towers t ON t.id = p.tower_id JOIN halls h ON h.id = t.hall_id WHERE p.tower_id = $1 AND p.row_no = $2 AND p.unit_no = $3", s.TowerID, s.Row, s.Unit)
			if err := row.Scan(&code); err != nil {
				t.Fatal(err)
			}
			return code
		}
		for words, want := range map[string]string{
			"A-12-07": "main A-12-07", "a 12-7": "main A-12-07", "A/12/7": "main A-12-07", "A12-7": "main A-12-07", "Ａ－１２－０７": "main A-12-07",
			"大殿A塔第12排第7位": "main A-12-07", "大殿 A 塔 十二排 七号": "main A-12-07", "大殿A塔第二十排第十盏灯": "main A-20-10",
			"Main Hall, Tower A, Row 12, No 7": "main A-12-07", "Tower A lamp 7 row 12": "main A-12-07", "Tower AB row 3 lamp 4": "main AB-03-04",
			"药师塔 3排4号": "main B-03-04", "东殿 B-03-04": "east B-03-04", "East Hall B-03-04": "east B-03-04", "AB-01-02": "main AB-01-02",
			// No match, or more than one.
			"B-03-04": "", "A-31-01": "", "A-12-21": "", "A-0-1": "", "Z-01-01": "", "大殿A塔": "", "A塔12排": "", "12-07": "", "": "", "near the door": "",
			"A-12-07-3": "", "Tower A row 12 lamp 7 and 8": "", "Tower A beside row 12 lamp 7": "", "东殿 A-12-07": "",
		} {
			s, ok := d.Read(words)
			if !ok && want != "" || ok && codeOf(s) != want {
				t.Errorf("%q: %+v %v, want %q", words, s, ok, want)
			}
		}
	})
}
