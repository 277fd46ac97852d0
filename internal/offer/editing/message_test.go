package editing_test

import (
	"testing"

	"shanmen/internal/offer/editing"
	"shanmen/internal/testkit"
)

// A new temple has five message templates as records; an edited one is offered once it is published, and a removed one
// is no longer offered.
func TestSavedRepliesAreRecords(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor := a.Staff(t, "editor")
		var list editing.List
		editor.Get("/api/admin/record?kind=message").Want(200).JSON(&list)
		if len(list.Items) != 5 || !list.Items[0].EN.OnSite || !list.Items[0].ZH.OnSite {
			t.Fatalf("handed over: %+v", list.Items)
		}
		var made editing.Added
		editor.Post("/api/admin/record", map[string]any{"kind": "message", "fields": map[string]string{"title.en": "Lost", "title.zh": "失物", "text.en": "Dear {name},\n\nwe found it."}}).Want(200).JSON(&made)
		id := made.Record.ID
		if r := editor.Publish(id, "en", "zh"); r.FieldCodes()["text.zh"] != "required" {
			t.Errorf("without Chinese: %d %v", r.Status, r.FieldCodes())
		}
		offered := func() int64 { return a.Count(t, "SELECT count(*) FROM answer_texts WHERE title_en = 'Lost'") }
		editor.Type(id, map[string]string{"text.zh": "{name} 您好：\n\n已找到。"}).Want(200)
		if offered() != 0 {
			t.Error("a draft is offered")
		}
		editor.Publish(id, "en", "zh").Want(200)
		if offered() != 1 || a.Count(t, "SELECT count(*) FROM answer_texts WHERE text_en = $1", "Dear {name},\n\nwe found it.") != 1 {
			t.Error("it is not offered as it was written")
		}
		editor.Post("/api/admin/record/"+id+"/take-away", map[string]any{}).Want(200)
		if offered() != 0 {
			t.Error("what was taken away is offered")
		}
	})
}
