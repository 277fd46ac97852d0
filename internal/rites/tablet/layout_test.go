package tablet

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

func meterOf(t testing.TB) *meter {
	t.Helper()
	m, err := newMeter()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The cases were computed by the design prototype's layout, to a hundredth of a millimetre.
func TestLayoutMatchesTheDesignsTestVectors(t *testing.T) {
	var file struct {
		Cases []struct {
			ID, Piece string
			Script    Script
			Entry     Text
			Expect    struct {
				Closing *string
				Marks   []Mark
				Columns []struct {
					Role           string
					Person         int
					X, Top, Bottom float64
					Parts          []struct {
						Part, Text           string
						X, Top, Bottom, Size float64
						Runs                 [][]any
					}
				}
			}
		}
	}
	data, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) != 17 {
		t.Fatalf("%d cases", len(file.Cases))
	}
	m := meterOf(t)
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			near := func(what string, got, want float64) {
				t.Helper()
				if math.Abs(got-want) > 0.0101 {
					t.Errorf("%s: %.3f, want %.3f", what, got, want)
				}
			}
			columns, fits := m.lay(c.Entry, m.Pieces[c.Piece], c.Script)
			var marks []Mark
			for _, k := range m.marksOf(c.Entry, c.Script, fits) {
				if k.Code != "look-alike" { // the cases do not have it; TestPrintTextsGetWarningMarks does
					marks = append(marks, Mark{Code: k.Code, Char: k.Char})
				}
			}
			byText := func(a, b Mark) int { return strings.Compare(a.Code+a.Char, b.Code+b.Char) }
			slices.SortFunc(c.Expect.Marks, byText)
			if g, w := mustJSON(marks), mustJSON(c.Expect.Marks); g != w && len(marks)+len(c.Expect.Marks) > 0 {
				t.Errorf("marks %s, want %s", g, w)
			}
			if len(columns) != len(c.Expect.Columns) {
				t.Fatalf("%d columns, want %d", len(columns), len(c.Expect.Columns))
			}
			for i, w := range c.Expect.Columns {
				g := columns[i]
				if g.role != w.Role || g.person != w.Person || len(g.parts) != len(w.Parts) {
					t.Fatalf("column %d: %+v, want %+v", i, g, w)
				}
				near(w.Role+" x", g.x, w.X)
				near(w.Role+" top", g.top, w.Top)
				near(w.Role+" bottom", g.bottom, w.Bottom)
				if w.Role == "closing" && g.parts[0].text != *c.Expect.Closing {
					t.Errorf("closing %s", g.parts[0].text)
				}
				for j, wp := range w.Parts {
					gp := g.parts[j]
					if gp.role != wp.Part || gp.text != wp.Text || len(gp.runs) != len(wp.Runs) {
						t.Fatalf("part %+v, want %+v", gp, wp)
					}
					near(wp.Text+" x", gp.x, wp.X)
					near(wp.Text+" top", gp.top, wp.Top)
					near(wp.Text+" bottom", gp.bottom, wp.Bottom)
					near(wp.Text+" size", gp.size, wp.Size)
					for k, wr := range wp.Runs {
						gr := gp.runs[k]
						if string(gr.kind) != wr[0] || gr.text != wr[1] || len(wr) > 4 && gr.glyph != wr[4] {
							t.Errorf("run %+v, want %v", gr, wr)
						}
						near(gr.text+" y", gr.y, wr[2].(float64))
						near(gr.text+" length", gr.length, wr[3].(float64))
					}
				}
			}
		})
	}
}

func mustJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}
