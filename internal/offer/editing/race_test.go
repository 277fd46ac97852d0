package editing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/offer/editing"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/together"
)

// Several people write into one field over the same text: one becomes the draft, and the others' texts become versions.
func TestRaceSavesOfOneField(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("RecordLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desks, id := []*testkit.Client{a.Staff(t, "editor"), a.Staff(t, "admin")}, a.Record(t, "page", "abbot")
		for round := range 3 {
			base := look(t, desks[0], id).Revs["html.en"].Rev
			answers := make([]editing.Saved, 4)
			together.AtOnce(len(answers), func(i int) {
				r := patch(desks[i%2], id, map[string]editing.Typed{"html.en": {Value: fmt.Sprintf("<p>%d of %d</p>", i, round), Base: base}})
				if r.Status == 200 {
					r.JSON(&answers[i])
				} else {
					t.Errorf("%d %s", r.Status, r.Body)
				}
			})
			saved := 0
			for i, s := range answers {
				mine := fmt.Sprintf("<p>%d of %d</p>", i, round)
				switch {
				case len(s.Conflicts) == 0:
					saved++
					if got := look(t, desks[0], id).Fields["html.en"]; got != mine {
						t.Errorf("round %d: %s was saved, and the draft says %s", round, mine, got)
					}
				default:
					var v editing.VersionState
					desks[0].Get(fmt.Sprintf("/api/admin/record/%s/version/%d", id, s.Conflicts[0].Version)).Want(200).JSON(&v)
					if v.Fields["html.en"] != mine {
						t.Errorf("round %d: %s was set aside as %s", round, mine, v.Fields["html.en"])
					}
				}
			}
			if saved != 1 {
				t.Errorf("round %d: %d were saved over the same words", round, saved)
			}
		}
	})
}

// Two people press Publish at the same moment: one version is published.
func TestRacePublishTwice(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("RecordLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desks, id := []*testkit.Client{a.Staff(t, "editor"), a.Staff(t, "admin")}, a.Record(t, "page", "abbot")
		for round := range 3 {
			desks[0].Type(id, map[string]string{"html.en": fmt.Sprintf("<p>Round %d</p>", round)}).Want(200)
			versions := a.Count(t, "SELECT count(*) FROM versions WHERE record_id = $1", id)
			codes := make([]string, 2)
			together.AtOnce(2, func(i int) { codes[i] = desks[i].Publish(id, "en").Code() })
			slices.Sort(codes)
			if !slices.Equal(codes, []string{"", "nothing-to-publish"}) {
				t.Errorf("round %d: %q", round, codes)
			}
			if n := a.Count(t, "SELECT count(*) FROM versions WHERE record_id = $1", id) - versions; n != 1 {
				t.Errorf("round %d: %d versions", round, n)
			}
		}
	})
}

// Somebody publishes at the moment at which an older draft is due: the newer one stays.
func TestRacePublishAndSchedule(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("RecordLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, id := a.Staff(t, "editor"), a.Record(t, "page", "abbot")
		for round := range 3 {
			var s editing.Saved
			editor.Type(id, map[string]string{"html.en": fmt.Sprintf("<p>Scheduled %d</p>", round)}).Want(200).JSON(&s)
			schedule(editor, id, s.Rev, a.Clock.Now().Add(time.Minute), "en").Want(200)
			editor.Type(id, map[string]string{"html.en": fmt.Sprintf("<p>By hand %d</p>", round)}).Want(200)
			a.Clock.Advance(time.Minute)
			together.AtOnce(2, func(i int) {
				if i == 0 {
					if r := editor.Publish(id, "en"); r.Status != 200 {
						t.Errorf("%d %s", r.Status, r.Body)
					}
				} else if err := a.Editing.GoOut(t.Context()); err != nil {
					t.Error(err)
				}
			})
			if r := a.Guest().Get("/about-us/abbot").Want(200); !strings.Contains(string(r.Body), fmt.Sprintf("By hand %d", round)) {
				t.Errorf("round %d: the older draft is on the site", round)
			}
		}
	})
}

// Two replicas publish in the same second: what is due is published once.
func TestRaceScheduleOnTwoReplicas(t *testing.T) {
	mutant.Declare(t, mutant.Change("ScheduleClaim", "state = 'waiting' AND ", ""))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		editor, id := a.Staff(t, "editor"), a.Record(t, "page", "abbot")
		for round := range 3 {
			var s editing.Saved
			editor.Type(id, map[string]string{"html.en": fmt.Sprintf("<p>Scheduled %d</p>", round)}).Want(200).JSON(&s)
			schedule(editor, id, s.Rev, a.Clock.Now().Add(time.Minute), "en").Want(200)
			a.Clock.Advance(time.Minute)
			together.AtOnce(4, func(int) {
				if err := a.Editing.GoOut(t.Context()); err != nil {
					t.Error(err)
				}
			})
			if n := a.Count(t, "SELECT count(*) FROM versions WHERE record_id = $1 AND why = 'schedule' AND languages <> ''", id); n != int64(round+1) {
				t.Errorf("round %d: it went out %d times in all", round, n)
			}
			if n := a.Count(t, "SELECT count(*) FROM schedules WHERE record_id = $1 AND state = 'done'", id); n != int64(round+1) {
				t.Errorf("round %d: %d are done", round, n)
			}
		}
	})
}

// A page is removed at the moment at which another page that links to it is published: one of the two is refused.
func TestRaceRemoveAPageAndLinkToIt(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("ContentPageLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desks := []*testkit.Client{a.Staff(t, "editor"), a.Staff(t, "admin")}
		from, to := a.Record(t, "page", "history"), a.Record(t, "page", "abbot")
		for round := range 3 {
			desks[0].Type(from, map[string]string{"html.en": fmt.Sprintf(`<p>%d <a href="/about-us/abbot">abbot</a></p>`, round)}).Want(200)
			codes := make([]string, 2)
			together.AtOnce(2, func(i int) {
				if i == 0 {
					codes[0] = desks[0].Publish(from, "en").Code()
				} else {
					codes[1] = desks[1].Post("/api/admin/record/"+to+"/take-away", map[string]any{}).Code()
				}
			})
			if !slices.Equal(codes, []string{"", "still-named"}) && !slices.Equal(codes, []string{"not-publishable", ""}) {
				t.Errorf("round %d: %q", round, codes)
			}
			desks[1].Post("/api/admin/record/"+to+"/bring-back", map[string]any{}).Want(200)
			desks[0].Type(from, map[string]string{"html.en": fmt.Sprintf("<p>No link %d</p>", round)}).Want(200)
			desks[0].Publish(from, "en").Want(200)
		}
	})
}

// Two people each publish a banner when there is room for one: one of them is told that the home page is full.
func TestRaceTwoBannersForTheLastSlot(t *testing.T) {
	mutant.Declare(t, mutant.Nothing("ContentHold"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desks := []*testkit.Client{a.Staff(t, "editor"), a.Staff(t, "admin")}
		draft := func() string {
			var made editing.Added
			desks[0].Post("/api/admin/record", map[string]any{"kind": "banner", "fields": map[string]string{
				"title.en": "Lantern week", "title.zh": "灯会周", "type": "102", "art": "lamp",
			}}).Want(200).JSON(&made)
			return made.Record.ID
		}
		count := func() int64 { return a.Count(t, "SELECT count(*) FROM banners WHERE type = 102 AND published = 1") }
		for count() < 11 {
			desks[0].Publish(draft(), "en", "zh").Want(200)
		}
		for round := range 3 {
			ids, codes := []string{draft(), draft()}, make([]string, 2)
			together.AtOnce(2, func(i int) { codes[i] = desks[i].Publish(ids[i], "en", "zh").Code() })
			if n := count(); n != 12 {
				t.Errorf("round %d: %d banners, %q", round, n, codes)
			}
			for i, code := range codes {
				if code == "" {
					desks[1].Post("/api/admin/record/"+ids[i]+"/take-away", map[string]any{}).Want(200)
				}
			}
		}
	})
}

// A form is removed at the moment at which an offering that uses it is published: one of the two is refused.
func TestRaceRemoveAFormAndUseIt(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("RecordLock"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desks := []*testkit.Client{a.Staff(t, "editor"), a.Staff(t, "admin")}
		offering := a.Record(t, "offering", "incense")
		var made editing.Added
		desks[0].Post("/api/admin/record", map[string]any{"kind": "form", "fields": map[string]string{
			"title.en": "Wishes", "title.zh": "祈愿", "ask.wish.type": "text", "ask.wish.place": "1", "ask.wish.label.en": "Your wish", "ask.wish.label.zh": "您的祈愿",
		}}).Want(200).JSON(&made)
		form := made.Record
		desks[0].Publish(form.ID, "en", "zh").Want(200)
		for round := range 4 {
			desks[0].Type(offering, map[string]string{"form": form.Key}).Want(200)
			together.AtOnce(2, func(i int) {
				if i == 0 {
					desks[0].Publish(offering, "en", "zh")
				} else {
					desks[1].Post("/api/admin/record/"+form.ID+"/take-away", map[string]any{})
				}
			})
			asked := a.Count(t, "SELECT count(*) FROM offerings WHERE key = 'incense' AND form_key = $1", form.Key)
			gone := a.Count(t, "SELECT count(*) FROM records WHERE id = $1 AND taken_at > 0", form.ID)
			if asked+gone != 1 {
				t.Errorf("round %d: asked with it: %d, taken away: %d", round, asked, gone)
			}
			if gone == 1 {
				desks[1].Post("/api/admin/record/"+form.ID+"/bring-back", map[string]any{}).Want(200)
			}
			desks[0].Type(offering, map[string]string{"form": ""}).Want(200)
			desks[0].Publish(offering, "en", "zh")
		}
	})
}
