package site_test

import (
	"slices"
	"strings"
	"testing"

	"shanmen/internal/site"
	"shanmen/internal/testkit"
)

// The office's preview of opening hours equals what visitors and search engines read once published.
func TestDraftOpeningHoursArePreviewed(t *testing.T) {
	t.Parallel()
	testkit.One(t, func(t *testing.T, a *testkit.App) {
		editor, id := a.Staff(t, "editor"), a.Record(t, "place", "temple")
		reads := func() (out site.Reading) {
			t.Helper()
			editor.Get("/api/admin/record/" + id + "/opening").Want(200).JSON(&out)
			return out
		}
		opening := `[{"on":"every","opens":"06:15","closes":"18:45","name":{"en":"","zh":""}},{"on":"lunar-day","days":[1,15],"opens":"05:05","closes":"21:10","name":{"en":"","zh":""}}]`
		editor.Type(id, map[string]string{"opening": opening, "hours.en": "From a quarter past six", "hours.zh": "六时一刻起"}).Want(200)
		r := reads()
		if len(r.Days) != 8 || r.Days[0].Hours != "06:15 – 18:45" && r.Days[0].Hours != "05:05 – 21:10" || r.Days[0].Lunar == "" {
			t.Fatalf("%+v", r.Days)
		}
		if r.Header.EN != "Open today "+r.Days[0].Hours || !strings.HasSuffix(r.Header.ZH, r.Days[0].Hours) || r.Header.ZH == r.Header.EN || r.Contact.ZH != "六时一刻起" {
			t.Errorf("%+v %+v", r.Header, r.Contact)
		}
		if r.LunarDay == nil || r.LunarDay.Hours != "05:05 – 21:10" {
			t.Errorf("%+v", r.LunarDay)
		}
		if len(r.Weekly) != 1 || len(r.Weekly[0].Days) != 7 || r.Weekly[0].Opens != "06:15" || len(r.Special) < 3 || r.Special[0].Closes != "21:10" || r.Special[0].Date == "" {
			t.Errorf("%+v %+v", r.Weekly, r.Special)
		}
		if page := string(a.Guest().Get("/contact-us").Want(200).Body); strings.Contains(page, "06:15") || strings.Contains(page, "a quarter past six") {
			t.Error("visitors see the draft")
		}
		editor.Publish(id, "en", "zh").Want(200)
		for _, said := range [][2]string{{"/contact-us", r.Contact.EN}, {"/zh/contact-us", r.Contact.ZH}, {"/", r.Days[0].Hours}, {"/", `"opens":"06:15"`}} {
			if page := string(a.Guest().Get(said[0]).Want(200).Body); !strings.Contains(page, said[1]) {
				t.Errorf("%s lacks %q", said[0], said[1])
			}
		}
		if len(r.Stray) != 0 {
			t.Errorf("the words say the hours of the lines: %q", r.Stray)
		}
		editor.Type(id, map[string]string{"hours.en": "6:15 am to 7 pm", "hours.zh": "上午6时至晚上9时10分"}).Want(200)
		if r := reads(); !slices.Equal(r.Stray, []string{"7 pm", "上午6时"}) {
			t.Errorf("%q", r.Stray)
		}
		editor.Type(id, map[string]string{"opening": `[{"on":"every","closed":true,"name":{"en":"","zh":""}}]`}).Want(200)
		if r := reads(); r.Header.EN != "Closed today" || !r.Days[0].Closed || r.LunarDay != nil {
			t.Errorf("%+v", r)
		}
		a.Staff(t, "counter").Get("/api/admin/record/" + id + "/opening").Want(403)
		editor.Get("/api/admin/record/none/opening").Want(404)
	})
}
