package editing_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"shanmen/internal/offer/editing"
	"shanmen/internal/offer/form"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/source"
)

// The browser interprets a form's fields as the server does: testdata/form-fields.json holds the demonstration's forms
// for both. WRITE=1 writes the file again.
func TestFormFieldsMatchTheBrowsers(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		forms, err := form.Newest(t.Context(), a.DB.Read())
		if err != nil {
			t.Fatal(err)
		}
		type pair struct {
			Fields     editing.Fields  `json:"fields"`
			Definition form.Definition `json:"definition"`
		}
		var all []pair
		for _, d := range forms {
			all = append(all, pair{editing.FormFields(d, d.Fields[0].Label), d})
		}
		is, err := json.MarshalIndent(all, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		is = append(is, '\n')
		file := source.Path(t, "testdata/form-fields.json")
		if os.Getenv("WRITE") != "" {
			if err := os.WriteFile(file, is, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		was, err := os.ReadFile(file)
		if err != nil || !slices.Equal(was, is) {
			t.Errorf("%s is not what the forms are: %v", file, err)
		}
	})
}
