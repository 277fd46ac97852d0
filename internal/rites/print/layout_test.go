package print_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/rites/print"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

func list(t *testing.T, c *testkit.Client) (out print.LayoutList) {
	t.Helper()
	c.Get("/api/admin/layout").Want(200).JSON(&out)
	return out
}

func find(t *testing.T, c *testkit.Client, key string) print.LayoutRow {
	t.Helper()
	for _, r := range list(t, c).Items {
		if r.Key == key {
			return r
		}
	}
	t.Fatalf("no layout %s", key)
	return print.LayoutRow{}
}

func draft(r print.LayoutRow) print.LayoutDraft {
	return print.LayoutDraft{Kind: r.Kind, Name: r.Name, Sheet: r.Sheet, Params: r.Params}
}

type saved struct {
	print.LayoutDraft
	Seen int64 `json:"seen"`
}

// A change creates a new version; versions used by a run stay as they were, with who changed them.
func TestLayoutChangesAddVersions(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Staff(t, "ritual")
		if got := len(list(t, c).Items); got != 6 {
			t.Fatalf("%d layouts come with the program", got)
		}
		row := find(t, c, "tablet-two")
		d := draft(row)
		d.Params.OffsetX, d.Params.Ground = -15, "paper"
		var out print.LayoutRow
		c.Put("/api/admin/layout/tablet-two", saved{d, row.Version}).Want(200).JSON(&out)
		if out.Version != 2 || out.Params != d.Params || out.ChangedBy == "" {
			t.Errorf("%+v", out)
		}
		if r := c.Put("/api/admin/layout/tablet-two", saved{d, row.Version}).Want(400); r.Code() != "layout-changed" {
			t.Errorf("a second change of the same version: %s", r.Body)
		}
		var history print.LayoutVersionList
		c.Get("/api/admin/layout/tablet-two/version").Want(200).JSON(&history)
		if len(history.Items) != 2 || history.Items[1].Params != row.Params || history.Items[1].ChangedBy != "" {
			t.Errorf("%+v", history.Items)
		}
		d.Name = "红纸 · Red paper"
		c.Post("/api/admin/layout", d).Want(200).JSON(&out)
		if again := find(t, c, out.Key); again.Version != 1 || again.Name != d.Name {
			t.Errorf("%+v", again)
		}
		c.Get("/api/admin/layout/nothing/version").Want(404)
		c.Get("/api/admin/layout/nothing/grid.pdf").Want(404)
	})
}

// A layout that could not be printed is refused at its field.
func TestInvalidLayoutsAreRefused(t *testing.T) {
	a := testkit.New(t, "sqlite")
	c := a.Staff(t, "ritual")
	petition, tablets := find(t, c, "petition"), find(t, c, "tablet-two")
	for _, tc := range []struct {
		name, field string
		row         print.LayoutRow
		change      func(*print.LayoutDraft)
	}{
		{"layout-name", "name", tablets, func(d *print.LayoutDraft) { d.Name = " " }},
		{"layout-name", "name", tablets, func(d *print.LayoutDraft) { d.Name = strings.Repeat("名", 81) }},
		{"layout-sheet", "sheet", tablets, func(d *print.LayoutDraft) { d.Sheet = "L7160" }},
		{"layout-offset", "params.offsetX", tablets, func(d *print.LayoutDraft) { d.Params.OffsetX = 201 }},
		{"layout-offset", "params.offsetY", tablets, func(d *print.LayoutDraft) { d.Params.OffsetY = -201 }},
		{"petition-long", "params.text", petition, func(d *print.LayoutDraft) { d.Params.Text = strings.Repeat("願", 1201) }},
		{"petition-names", "params.text", petition, func(d *print.LayoutDraft) { d.Params.Text += "\n{names}" }},
		{"petition-variable", "params.text", petition, func(d *print.LayoutDraft) { d.Params.Text += "\n{monk}" }},
	} {
		d := draft(tc.row)
		tc.change(&d)
		for _, r := range []*testkit.Response{c.Put("/api/admin/layout/"+tc.row.Key, saved{d, 1}), c.Post("/api/admin/layout", d), c.Post("/api/admin/layout/look", struct {
			print.LayoutDraft
			Script string `json:"script"`
		}{d, "hant"})} {
			if got := r.Want(400).FieldCodes(); got[tc.field] != tc.name {
				t.Errorf("%s at %s: %v", tc.name, tc.field, got)
			}
		}
	}
}

// Each built-in layout draws a page, as a picture and as a file, in both scripts.
func TestBuiltInLayoutsHavePreviews(t *testing.T) {
	a := testkit.New(t, "sqlite")
	c := a.Staff(t, "ritual")
	for _, row := range list(t, c).Items {
		for _, script := range []string{"hans", "hant"} {
			var look print.LayoutLook
			c.Post("/api/admin/layout/look", struct {
				print.LayoutDraft
				Script string `json:"script"`
			}{draft(row), script}).Want(200).JSON(&look)
			if w, _ := testkit.SVGSize(t, look.Picture); w < 600 {
				t.Errorf("%s: %g wide", row.Key, w)
			}
			if f := c.Get("/api/admin/layout/" + row.Key + "/sample.pdf?script=" + script).Want(200).Body; !bytes.HasPrefix(f, []byte("%PDF-1.7")) {
				t.Errorf("%s: %.20q", row.Key, f)
			}
		}
		if f := c.Get("/api/admin/layout/" + row.Key + "/grid.pdf").Want(200).Body; !bytes.HasSuffix(f, []byte("%%EOF\n")) {
			t.Errorf("%s: no grid", row.Key)
		}
	}
}

// Of several people who change one version of a layout at once, one succeeds and the others are told.
func TestRaceTwoSavesOfOnePrintLayout(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("LayoutLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c := a.Staff(t, "ritual")
		for round := range 5 {
			row := find(t, c, "label")
			codes := make([]string, 4)
			together.AtOnce(len(codes), func(i int) {
				r := c.Put("/api/admin/layout/label", saved{draft(row), row.Version})
				codes[i] = fmt.Sprint(r.Status, " ", r.Code())
			})
			slices.Sort(codes)
			want := []string{"200 ", "400 layout-changed", "400 layout-changed", "400 layout-changed"}
			if !slices.Equal(codes, want) {
				t.Errorf("round %d: %q", round, codes)
			}
		}
	})
}
