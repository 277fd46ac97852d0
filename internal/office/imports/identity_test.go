package imports_test

import (
	"slices"
	"testing"

	"shanmen/internal/office/imports"
	"shanmen/internal/testkit"
)

// An NRIC or FIN in any column that is read causes a warning, in full or half width; the row is imported nevertheless.
func TestIdentityNumbersInAnImportAreReported(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		admin := a.Staff(t, "admin")
		id := bring(t, a, admin, imports.Members, "members.csv", csv(
			"Name,Chinese name,Mobile,Remark",
			"Tan Ah Kow S1234567D,,81110001,",
			"Lim Bee Leng,林美玲,81110002,came with a friend",
			"Ng Siew Choo,,81110003,准证Ｇ１２３４５６７Ｘ",
			"Goh Ah Hock,,81110004,INV-2026-000016",
		))
		v := view(t, admin, id)
		if v.Identity == nil || v.Identity.Count != 2 || len(v.Identity.Rows) != 2 || slices.Contains(v.Identity.Rows, 0) || v.Counts.Ready != 4 {
			t.Fatalf("%+v, %+v", v.Identity, v.Counts)
		}
		clean := bring(t, a, admin, imports.Members, "others.csv", csv("Name,Mobile", "Lee Ah Lian,81110005"))
		if v := view(t, admin, clean); v.Identity != nil {
			t.Errorf("a list without: %+v", v.Identity)
		}
	})
}
