package members_test

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"shanmen/internal/office/members"
	"shanmen/internal/platform/db"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/officekit"
)

type ticketFields = map[string]any

func TestTheCounterFindsMembers(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "counter")
		for _, q := range []string{"9123 4567", "+6591234567", "tan bee", "陈美玲", "MEMBER@temple"} {
			if m := officekit.FoundMember(t, desk, q); m.Name != "Tan Bee Leng" || m.Mobile != "+6591234567" || !m.EmailConfirmed || m.Staff {
				t.Errorf("%q: %+v", q, m)
			}
		}
		for _, q := range []string{"nobody of this name", "%%", "__"} {
			var rows members.Rows
			if desk.Get("/api/admin/member?q=" + url.QueryEscape(q)).Want(200).JSON(&rows); len(rows.Items) != 0 {
				t.Errorf("%q finds %+v", q, rows.Items)
			}
		}
		if m := officekit.FoundMember(t, desk, "treasurer@"); !m.Staff {
			t.Errorf("staff look like members: %+v", m)
		}
	})
}

func TestMemberSearchUsesCurrentAccountData(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "counter")
		find := func(q string) (rows members.Rows) {
			desk.Get("/api/admin/member?q=" + url.QueryEscape(q)).Want(200).JSON(&rows)
			return rows
		}
		for _, q := range []string{"cml", "ml", "美玲", "leng tan", "4567", "91234567", "member"} {
			if m := officekit.FoundMember(t, desk, q); m.Name != "Tan Bee Leng" {
				t.Errorf("%q: %+v", q, m)
			}
		}
		lim := a.NewMember(t, "Lim Siew Kim", "+6598765432")
		m := officekit.FoundMember(t, desk, "siew")
		lim.Post("/api/member/update/profile", ticketFields{"name": "Ng Siew Hoon", "chineseName": "黄秀云"}).Want(200)
		if again := officekit.FoundMember(t, desk, "hxy"); again.ID != m.ID || len(find("kim").Items) != 0 {
			t.Errorf("after a change of name: %+v, and by the old one %+v", again, find("kim"))
		}
		active := func(is bool) {
			a.Write(t, func(ctx context.Context, tx *db.Tx) error { return a.Accounts.SetActive(ctx, tx, m.ID, is) })
		}
		if active(false); len(find("98765432").Items) != 0 {
			t.Error("an account that is not in use is found")
		}
		if active(true); officekit.FoundMember(t, desk, "98765432").ID != m.ID {
			t.Error("an account in use again is not found")
		}
	})
}

func TestMemberSearchIsKeyPaged(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "counter")
		for i := range 5 {
			a.Clock.Advance(time.Minute)
			a.NewMember(t, "Quek "+string(rune('A'+i)), "+658765430"+string(rune('0'+i)))
		}
		var names []string
		for after := ""; ; {
			var page members.Rows
			desk.Get("/api/admin/member?q=quek&limit=2&after=" + after).Want(200).JSON(&page)
			if page.Total != 5 || page.More {
				t.Fatalf("%+v", page)
			}
			for _, m := range page.Items {
				names = append(names, m.Name)
			}
			if after = page.Next; after == "" {
				break
			}
		}
		if got := strings.Join(names, ", "); got != "Quek E, Quek D, Quek C, Quek B, Quek A" {
			t.Error(got)
		}
		desk.Get("/api/admin/member?q=quek&after=nonsense").Want(400)
	})
}

// Somebody who lost both phone and mailbox comes to the counter: the link given there lets them set another address,
// and the account is notified.
func TestTheCounterCreatesAnEmailChangeTicket(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		desk := a.Staff(t, "counter")
		m := officekit.FoundMember(t, desk, "91234567")
		give := func(c *testkit.Client, id string, body ticketFields) *testkit.Response {
			return c.Post("/api/admin/member/"+id+"/ticket", body)
		}
		if r := give(desk, m.ID, ticketFields{"checked": false}); r.Code() != "not-checked" {
			t.Errorf("unchecked: %d %s", r.Status, r.Body)
		}
		give(desk, "none", ticketFields{"checked": true}).Want(404)
		staff := officekit.FoundMember(t, desk, "admin@")
		if r := give(desk, staff.ID, ticketFields{"checked": true}); r.Code() != "ticket-staff" {
			t.Errorf("for an administrator, by the counter: %d %s", r.Status, r.Body)
		}
		give(a.Staff(t, "admin"), staff.ID, ticketFields{"checked": true}).Want(200)

		mails, texts := len(a.Mails(t)), len(a.Texts(t))
		var got members.Ticket
		give(desk, m.ID, ticketFields{"checked": true}).Want(200).JSON(&got)
		link, err := url.Parse(got.Link)
		if err != nil || !link.IsAbs() || link.Path != "/member/reset-email" || !got.ExpiresAt.Equal(a.Clock.Now().Add(30*time.Minute)) {
			t.Fatalf("ticket %+v %v", got, err)
		}
		if got.QR.Size < 30 || !strings.HasPrefix(got.QR.Path, "M4 4h7v1h-7z") {
			t.Errorf("code %d %.40s", got.QR.Size, got.QR.Path)
		}
		if got.SentTo != "" || len(a.Mails(t)) != mails+1 || len(a.Texts(t)) != texts+1 {
			t.Errorf("told by %d mails and %d texts, link to %q", len(a.Mails(t))-mails, len(a.Texts(t))-texts, got.SentTo)
		}
		ticket := link.Query().Get("ticket")
		for _, text := range a.Texts(t) {
			if strings.Contains(text.Body, ticket) {
				t.Errorf("the old phone got the link: %s", text.Body)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'member.ticket' AND subject = $1", "user:"+m.ID); n != 1 {
			t.Errorf("%d audit entries", n)
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE after LIKE $1", "%"+ticket+"%"); n != 0 {
			t.Error("the audit trail has the ticket")
		}
		a.Guest().Post("/api/auth/reset-email", ticketFields{"ticket": ticket, "email": "fresh@example.com"}).Want(200)
		if r := a.Guest().Post("/api/auth/reset-email", ticketFields{"ticket": ticket, "email": "more@example.com"}); r.Code() != "ticket-invalid" {
			t.Errorf("a second time: %s", r.Body)
		}

		give(desk, m.ID, ticketFields{"checked": true, "sms": true}).Want(200).JSON(&got)
		last := a.Texts(t)[len(a.Texts(t))-1]
		if got.SentTo != "+6591234567" || last.To != got.SentTo || !strings.Contains(last.Body, "/member/reset-email?ticket=") {
			t.Errorf("sent to %q: %+v", got.SentTo, last)
		}
	})
}

// The counter sees on one page who a member is, the family book and the notes; a note shows its writer and can be
// removed by its writer or an administrator.
func TestTheMemberPageShowsFamilyAndNotes(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		c, counter, admin := a.Member(t), a.Staff(t, "counter"), a.Staff(t, "admin")
		c.Post("/api/family", map[string]any{"kind": "living", "name": "Tan Siao Di", "relation": "brother"}).Want(200)
		m := officekit.FoundMember(t, counter, "91234567")
		path := "/api/admin/member/" + m.ID
		page := func(who *testkit.Client) (out members.Page) {
			t.Helper()
			who.Get(path).Want(200).JSON(&out)
			return out
		}
		was := len(page(counter).Family)
		counter.Post(path+"/note", map[string]any{"text": "  听力不好，请大声 \n"}).Want(200)
		a.Clock.Advance(time.Minute)
		admin.Post(path+"/note", map[string]any{"text": "pays in coins"}).Want(200)
		got := page(counter)
		if got.Name != m.Name || was == 0 || len(got.Notes) != 2 || got.Notes[0].Mine || got.Notes[0].By == "" || !got.Notes[1].Mine || got.Notes[1].Text != "听力不好，请大声" || !got.Notes[1].At.Equal(a.Clock.Now().Add(-time.Minute)) {
			t.Errorf("%+v", got)
		}
		if r := counter.Post(path+"/note/"+got.Notes[0].ID+"/remove", nil); r.Code() != "note-of-another" {
			t.Errorf("another’s note: %d %s", r.Status, r.Body)
		}
		admin.Post(path+"/note/"+got.Notes[1].ID+"/remove", nil).Want(200)
		admin.Post(path+"/note/"+got.Notes[1].ID+"/remove", nil).Want(404)
		if left := page(admin).Notes; len(left) != 1 || left[0].Text != "pays in coins" {
			t.Errorf("%+v", left)
		}
		if r := counter.Post(path+"/note", map[string]any{"text": " "}); r.FieldCodes()["text"] != "required" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if r := counter.Post(path+"/note", map[string]any{"text": strings.Repeat("长", 1001)}); r.FieldCodes()["text"] != "too-long" {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		counter.Post("/api/admin/member/nobody/note", map[string]any{"text": "x"}).Want(404)
		counter.Get("/api/admin/member/nobody").Want(404)
		// The audit log records who viewed and who wrote, but not the words.
		for action, want := range map[string]int64{"member.note": 2, "member.note-remove": 1} {
			if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = $1 AND subject = $2 AND after NOT LIKE '%coins%'", action, "user:"+m.ID); n != want {
				t.Errorf("%s: %d entries", action, n)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'walk-in.look-up' AND subject = $1", "user:"+m.ID); n != 2 {
			t.Errorf("%d looks", n)
		}
	})
}
