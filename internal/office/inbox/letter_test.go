package inbox_test

import (
	"testing"
	"time"

	"shanmen/internal/offer/form"
	"shanmen/internal/office/inbox"
	"shanmen/internal/testkit"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/officekit"
	"shanmen/internal/testkit/together"
)

// The delivery state of an answer is shown beside it: a failed one has a reason and can be sent again, once, by people
// who read messages; lists mark it, and Today lists it until somebody writes again.
func TestAnAnswerShowsItsDeliveryState(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		id := officekit.WriteMessage(t, a, "en")
		editor, counter := a.Staff(t, "editor"), a.Staff(t, "counter")
		a.Drain(t)
		var acted inbox.EntryActed
		answer(editor, id, 0, "Yes, we have.", false).Want(200).JSON(&acted)
		again := officekit.EntryPath(id, "answer", acted.Message, "again")
		letter := func(state, why string, mayAgain bool) *inbox.AnswerLetter {
			t.Helper()
			l := officekit.EntryOf(t, counter, id).Messages[0].Letter
			if l == nil || l.State != state || l.Why != why || l.Again != mayAgain {
				t.Fatalf("%+v, want %s %s %v", l, state, why, mayAgain)
			}
			var in form.Inbox
			counter.Get("/api/admin/form-entry?tab=waiting").Want(200).JSON(&in)
			if bad := state == "trying" || state == "refused"; len(in.Items) != 1 || in.Items[0].Undelivered != bad {
				t.Errorf("%s in the list: %+v", state, in.Items)
			}
			w := officekit.WaitingFor(officekit.TodayOf(t, a, "editor"), "answers")
			if dead := state == "refused" && mayAgain; (w != nil) != dead || dead && (w.Count != 1 || w.ID != id || w.Since == nil) {
				t.Errorf("%s on Today: %+v", state, w)
			}
			return l
		}
		fails := func(state, why string, attempts int) {
			t.Helper()
			a.Exec(t, "UPDATE outbox SET state = $1, why = $2, attempts = $3, last_error = 'the mail server refused: code 550', args = '{}' WHERE about = $4", state, why, attempts, acted.Message)
		}
		if l := letter("waits", "", false); l.At == nil {
			t.Errorf("%+v", l)
		}
		editor.Post(again, nil).Want(404) // it has not failed
		fails("ready", "closed", 1)
		if l := letter("trying", "closed", true); l.At == nil || l.Tries != 1 {
			t.Errorf("%+v", l)
		}
		fails("dead", "refused", 3)
		if l := letter("refused", "refused", true); l.At != nil || l.Error == "" || l.Tries != 3 {
			t.Errorf("%+v", l)
		}
		for _, role := range []string{"treasurer", "ritual"} {
			a.Staff(t, role).Post(again, nil).Want(403)
			if w := officekit.WaitingFor(officekit.TodayOf(t, a, role), "answers"); w != nil {
				t.Errorf("the %s: %+v", role, w)
			}
		}
		editor.Post(officekit.EntryPath("none", "answer", acted.Message, "again"), nil).Want(404)
		a.Clock.Advance(time.Minute)
		// A colleague adds a note, so it has been seen. The failed message stays as it is.
		counter.Post(officekit.EntryPath(id, "note"), map[string]any{"body": "Called her."}).Want(200)
		if w := officekit.WaitingFor(officekit.TodayOf(t, a, "editor"), "answers"); w != nil {
			t.Errorf("after a note: %+v", w)
		}
		a.Exec(t, "DELETE FROM entry_messages WHERE kind = 'note'")
		a.Exec(t, "UPDATE form_entries SET last_at = (SELECT at FROM entry_messages WHERE id = $1)", acted.Message)
		letter("refused", "refused", true)

		counter.Header.Set("Idempotency-Key", "one press")
		counter.Post(again, nil).Want(200)
		counter.Post(again, nil).Want(200)
		counter.Header.Del("Idempotency-Key")
		letter("waits", "", false)
		editor.Post(again, nil).Want(404) // the colleague was quicker
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'letter.again' AND subject LIKE 'message:%'"); n != 1 {
			t.Errorf("%d entries of the trail", n)
		}
		a.Exec(t, "UPDATE outbox SET state = 'done', last_error = '', why = '', done_at = $1 WHERE about = $2", a.Clock.Now().UnixMilli(), acted.Message)
		if l := letter("sent", "", false); l.At == nil {
			t.Errorf("%+v", l)
		}
		fails("dead", "refused", 3)
		a.Exec(t, "UPDATE outbox SET last_error = '' WHERE about = $1", acted.Message) // the error text was deleted after 30 days
		letter("refused", "refused", false)
		editor.Post(again, nil).Want(404)
		a.Exec(t, "UPDATE outbox SET state = 'withdrawn' WHERE about = $1", acted.Message)
		letter("withdrawn", "", false)
		a.Exec(t, "DELETE FROM outbox WHERE about = $1", acted.Message)
		letter("forgotten", "", false)
	})
}

// Two people who press Send again at once send one message: one is told that the other was faster.
func TestRaceResendOneAnswerTwice(t *testing.T) {
	mutant.Declare(t, mutant.NoLock("EntryLock"), mutant.Change("RetryJobNow", "AND attempts > 0))", "AND attempts >= 0))"))
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		who := []*testkit.Client{a.Staff(t, "editor"), a.Staff(t, "counter")}
		a.Warm(t)
		for round := range 6 {
			id := officekit.WriteMessage(t, a, "en")
			a.Drain(t)
			var acted inbox.EntryActed
			answer(who[0], id, 0, "Yes, we have.", false).Want(200).JSON(&acted)
			a.Exec(t, "UPDATE outbox SET state = 'dead', why = 'refused', attempts = 3, last_error = 'the mail server refused: code 550' WHERE about = $1", acted.Message)
			status, mails, trail := [2]int{}, len(a.Mails(t)), a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'letter.again'")
			together.AtOnce(2, func(i int) {
				status[i] = who[i].Post(officekit.EntryPath(id, "answer", acted.Message, "again"), nil).Status
			})
			a.Clock.Advance(time.Minute)
			a.Drain(t)
			sent, n := len(a.Mails(t))-mails, a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'letter.again'")-trail
			if sent != 1 || n != 1 || status[0]+status[1] != 200+404 {
				t.Errorf("round %d: %d letters, %d entries of the trail, answers %v", round, sent, n, status)
			}
		}
	})
}

// A message being sent by a worker cannot be sent again; its state says so until the lease expires.
func TestALetterBeingSentCannotBeResent(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		id, editor := officekit.WriteMessage(t, a, "en"), a.Staff(t, "editor")
		var acted inbox.EntryActed
		answer(editor, id, 0, "Yes, we have.", false).Want(200).JSON(&acted)
		until := a.Clock.Now().Add(time.Minute)
		a.Exec(t, "UPDATE outbox SET attempts = 2, last_error = 'no answer', why = 'away', run_at = $1, leased_until = $1 WHERE about = $2", until.UnixMilli(), acted.Message)
		again := officekit.EntryPath(id, "answer", acted.Message, "again")
		if l := officekit.EntryOf(t, editor, id).Messages[0].Letter; l.State != "trying" || l.Again {
			t.Errorf("%+v", l)
		}
		editor.Post(again, nil).Want(404)
		a.Clock.Advance(time.Minute)
		if l := officekit.EntryOf(t, editor, id).Messages[0].Letter; !l.Again {
			t.Errorf("once the lease is over: %+v", l)
		}
		editor.Post(again, nil).Want(200)
	})
}

// A message that was withdrawn has no state of its own, and one being sent becomes sent.
func TestTheLetterOfAnAnswerIsSent(t *testing.T) {
	t.Parallel()
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		id := officekit.WriteMessage(t, a, "zh")
		editor := a.Staff(t, "editor")
		var acted inbox.EntryActed
		answer(editor, id, 0, "有的。", false).Want(200).JSON(&acted)
		editor.Post(officekit.EntryPath(id, "answer", acted.Message, "take-back"), map[string]any{}).Want(200)
		e := officekit.EntryOf(t, editor, id)
		if e.Messages[0].Letter != nil {
			t.Errorf("%+v", e.Messages[0].Letter)
		}
		answer(editor, id, e.Rev, "有的，欢迎。", true).Want(200)
		a.Clock.Advance(31 * time.Second)
		a.Drain(t)
		if l := officekit.EntryOf(t, editor, id).Messages[1].Letter; l == nil || l.State != "sent" || l.At == nil {
			t.Errorf("%+v", l)
		}
	})
}
