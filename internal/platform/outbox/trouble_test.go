package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wneessen/go-mail"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/testkit/mutant"
)

// A mail server that is down from Friday to Monday loses no mail.
func TestALetterIsRetriedForThreeDays(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *Worker, clk *clock.Fake) {
		from, sent := clk.Now(), 0
		down := 70 * time.Hour
		w.Handle(KindMail, func(context.Context, string, json.RawMessage) error {
			if clk.Now().Before(from.Add(down)) {
				return errors.New("no answer")
			}
			sent++
			return nil
		})
		add(t, w, Job{Kind: KindMail, NotBefore: clk.Now()})
		for range 74 {
			drain(t, w)
			clk.Advance(time.Hour)
		}
		if sent != 1 {
			t.Fatalf("sent %d times", sent)
		}
		down, from = 400*time.Hour, clk.Now()
		add(t, w, Job{Kind: KindMail, NotBefore: clk.Now()})
		for range 80 {
			drain(t, w)
			clk.Advance(time.Hour)
		}
		if dead, err := w.DB.Read().DeadJobs(t.Context()); err != nil || len(dead) != 1 {
			t.Errorf("%d dead after three days: %v", len(dead), err)
		}
	})
}

// An error with the temple's own account pauses the channel: no message is given up, the other channels continue, and
// all messages are sent once the account works again.
func TestAPausedLaneLosesNoLetter(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *Worker, clk *clock.Fake) {
		var tries, jobs atomic.Int64 // messages are sent concurrently
		var mended atomic.Bool
		w.Handle(KindSMS, func(context.Context, string, json.RawMessage) error {
			tries.Add(1)
			if mended.Load() {
				return nil
			}
			return Closed(errors.New("the account is suspended"))
		})
		w.Handle("job", func(context.Context, string, json.RawMessage) error { jobs.Add(1); return nil })
		for range 200 {
			add(t, w, Job{Kind: KindSMS, NotBefore: clk.Now()})
		}
		for range 120 { // two hours
			add(t, w, Job{Kind: "job", NotBefore: clk.Now()})
			drain(t, w)
			clk.Advance(time.Minute)
		}
		if tries.Load() > 20 || jobs.Load() != 120 {
			t.Errorf("%d tries at a closed door, %d of 120 jobs", tries.Load(), jobs.Load())
		}
		if mails, texts := w.PausedUntil(); !mails.IsZero() || texts.IsZero() {
			t.Errorf("paused until: mails %v, texts %v", mails, texts)
		}
		mended.Store(true)
		for range 40 {
			clk.Advance(time.Minute)
			drain(t, w)
		}
		if _, texts := w.PausedUntil(); !texts.IsZero() {
			t.Errorf("texts go out, and are paused until %v", texts)
		}
		done, dead := 0, 0
		rows, err := w.DB.SQL().QueryContext(t.Context(), "SELECT state FROM outbox WHERE kind = 'sms'")
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var state string
			if err := rows.Scan(&state); err != nil {
				t.Fatal(err)
			}
			switch state {
			case "done":
				done++
			case "dead":
				dead++
			}
		}
		if err := rows.Err(); err != nil || done != 200 || dead != 0 {
			t.Errorf("%d of 200 left, %d dead: %v", done, dead, err)
		}
	})
}

// A mail server that refuses every recipient is itself faulty; a single wrong address among good ones is given up
// alone.
func TestOneRefusedRecipientDoesNotPauseTheLane(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *Worker, clk *clock.Fake) {
		all := false
		w.Handle(KindMail, func(_ context.Context, _ string, raw json.RawMessage) error {
			if all || strings.Contains(string(raw), "wrong") {
				return Refused(errors.New("550"))
			}
			return nil
		})
		state := func() (dead, ready int) {
			for name, n := range map[string]*int{"dead": &dead, "ready": &ready} {
				if err := w.DB.SQL().QueryRowContext(t.Context(), "SELECT count(*) FROM outbox WHERE state = $1", name).Scan(n); err != nil {
					t.Fatal(err)
				}
			}
			return dead, ready
		}
		run := func(of time.Duration) {
			for end := clk.Now().Add(of); clk.Now().Before(end); clk.Advance(time.Minute) {
				drain(t, w)
			}
		}
		add(t, w, Job{Kind: KindMail, Args: "wrong", NotBefore: clk.Now()})
		for range 30 {
			add(t, w, Job{Kind: KindMail, Args: "good", NotBefore: clk.Now()})
		}
		run(2 * time.Hour)
		if dead, ready := state(); dead != 1 || ready != 0 {
			t.Errorf("one wrong address: %d dead, %d waiting", dead, ready)
		}
		all = true
		for range 300 {
			add(t, w, Job{Kind: KindMail, Args: "good", NotBefore: clk.Now()})
		}
		run(3 * time.Hour)
		if dead, ready := state(); dead > 1 || ready != 300 {
			t.Errorf("a broken relay: %d dead, %d waiting", dead, ready)
		}
		all = false
		run(6 * time.Hour)
		if dead, ready := state(); dead > 1 || ready != 0 {
			t.Errorf("mended: %d dead, %d waiting", dead, ready)
		}
	})
}

// A code that could not be sent in time is not sent later, and is not listed as failed.
func TestAnOldCodeIsNotSent(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *Worker, clk *clock.Fake) {
		sent, down := 0, true
		w.Handle(KindSMS, func(context.Context, string, json.RawMessage) error {
			if down {
				return errors.New("no answer")
			}
			sent++
			return nil
		})
		err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return AddSMS(ctx, tx, SMS{To: "+6591234567", Template: "otp", Params: map[string]string{"code": "123456"}}, "", clk.Now())
		})
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			drain(t, w)
			clk.Advance(time.Minute)
		}
		down = false
		clk.Advance(time.Hour)
		drain(t, w)
		var state, args string
		if err := w.DB.SQL().QueryRowContext(t.Context(), "SELECT state, args FROM outbox").Scan(&state, &args); err != nil || sent != 0 || state != "withdrawn" || args != "{}" {
			t.Errorf("sent %d, %s %s: %v", sent, state, args, err)
		}
	})
}

// A mail sent twice, because the program stopped before it could record the first time, has the same Message-ID and so
// counts as one.
func TestAMailSentTwiceHasOneMessageID(t *testing.T) {
	t.Parallel()
	box := &inbox{}
	m := mailerTo(t, box.serve(t))
	for range 2 {
		if err := m.Handle(t.Context(), "job-7", receiptMail("devotee@example.sg")); err != nil {
			t.Fatal(err)
		}
	}
	ids := map[string]bool{}
	for _, raw := range box.mails {
		msg, err := mail.EMLToMsgFromString(raw)
		if err != nil {
			t.Fatal(err)
		}
		ids[msg.GetMessageID()] = true
	}
	if len(box.mails) != 2 || len(ids) != 1 || !ids["<job-7@temple.example>"] {
		t.Errorf("%d mails with the ids %v", len(box.mails), ids)
	}
}

// A mail written to the outbox folder is a whole file or none, and stays one file however often it is retried.
func TestALetterFileIsCompleteAndUnique(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for range 2 {
		if err := (SMSFolder{Dir: dir}).Send(t.Context(), "job-9", "+6591234567", "您好"); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "job-10.txt"), 0o700); err != nil { // the rename target cannot be written
		t.Fatal(err)
	}
	if err := (SMSFolder{Dir: dir}).Send(t.Context(), "job-10", "+6591234567", "您好"); err == nil {
		t.Error("a letter that was not kept is told to be")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) != 2 {
		t.Errorf("%v %v", files, err)
	}
}

// A given-up message that somebody sends again is retried for three days again.
func TestADeadLetterCanBeResent(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *Worker, clk *clock.Fake) {
		sent, broken := 0, true
		w.Handle(KindMail, func(context.Context, string, json.RawMessage) error {
			if broken {
				return Permanent(errors.New("no template"))
			}
			sent++
			return nil
		})
		add(t, w, Job{Kind: KindMail, Args: Mail{To: "a@example.sg", Template: "official-receipt"}, NotBefore: clk.Now()})
		drain(t, w)
		rows, err := Troubled(t.Context(), w.DB.Read(), query.TroubledLettersParams{AfterAt: 1 << 60, Most: 10})
		if err != nil || len(rows) != 1 || !rows[0].Dead || rows[0].To != "a@example.sg" || rows[0].Template != "official-receipt" {
			t.Fatalf("%+v: %v", rows, err)
		}
		clk.Advance(100 * time.Hour)
		broken = false
		again := func() (ok bool) {
			ok, err := db.WriteValue(t.Context(), w.DB, func(ctx context.Context, tx *db.Tx) (bool, error) { return RetryNow(ctx, tx, rows[0].ID, clk.Now()) })
			if err != nil {
				t.Fatal(err)
			}
			return ok
		}
		if !again() {
			t.Fatal("it cannot be sent again")
		}
		if drain(t, w); sent != 1 || again() {
			t.Errorf("sent %d times", sent)
		}
	})
}

// A failed message has a reason readable by people, whether it is given up or retried; a sent one has none.
func TestAFailedLetterShowsItsReason(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *Worker, clk *clock.Fake) {
		var fails error
		w.Handle(KindMail, func(context.Context, string, json.RawMessage) error {
			if errors.As(fails, new(postponedError)) {
				return postponedError{clk.Now().Add(time.Hour)}
			}
			return fails
		})
		for _, c := range []struct {
			why  string
			err  error
			dead bool
		}{
			{WhyAway, errors.New("no answer"), false},
			{WhyRefused, Refused(errors.New("no such mailbox")), true},
			{WhyUnwritable, Permanent(errors.New("not an address")), true},
			{WhyLimit, postponedError{}, false},
			{WhyClosed, Closed(errors.New("the bill is not paid")), false}, // the last one: it pauses the channel
		} {
			fails = c.err
			add(t, w, Job{Kind: KindMail, NotBefore: clk.Now()})
			for range refusedTries {
				drain(t, w)
				clk.Advance(refusedPause)
			}
			letters, err := Troubled(t.Context(), w.DB.Read(), query.TroubledLettersParams{AfterAt: clk.Now().UnixMilli() + 1, Most: 10})
			if err != nil || len(letters) != 1 || letters[0].Why != c.why || letters[0].Dead != c.dead || letters[0].Error == "" {
				t.Fatalf("%s: %+v, %v", c.why, letters, err)
			}
			fails = nil
			clk.Advance(longestPause)
			if err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := RetryNow(ctx, tx, letters[0].ID, clk.Now())
				return err
			}); err != nil {
				t.Fatal(err)
			}
			drain(t, w)
			if rows, err := w.DB.SQL().QueryContext(t.Context(), "SELECT 1 FROM outbox WHERE why <> '' OR state <> 'done'"); err != nil {
				t.Fatal(err)
			} else if rows.Next() {
				t.Errorf("%s: it has left and still says why", c.why)
			} else if err := errors.Join(rows.Err(), rows.Close()); err != nil {
				t.Fatal(err)
			}
			clk.Advance(time.Minute)
		}
	})
}

// A message being sent by a worker is not sent a second time when somebody presses Send again meanwhile, on another
// replica.
func TestRaceResendWhileSending(t *testing.T) {
	mutant.Declare(t, mutant.Change("RetryJobNow", "AND leased_until <= CAST(", "AND 0 <= CAST("))
	each(t, func(t *testing.T, w *Worker, clk *clock.Fake) {
		var sent atomic.Int32
		broken, began, goOn := true, make(chan struct{}), make(chan struct{})
		w.Handle(KindMail, func(context.Context, string, json.RawMessage) error {
			if broken {
				return Permanent(errors.New("no such mailbox"))
			}
			sent.Add(1)
			close(began)
			<-goOn
			return nil
		})
		other := &Worker{DB: w.DB, Clock: w.Clock, Log: w.Log}
		other.Handle(KindMail, func(context.Context, string, json.RawMessage) error {
			sent.Add(1)
			return nil
		})
		add(t, w, Job{Kind: KindMail, NotBefore: clk.Now()})
		drain(t, w)
		letters, err := Troubled(t.Context(), w.DB.Read(), query.TroubledLettersParams{AfterAt: 1 << 60, Most: 1})
		if err != nil || len(letters) != 1 {
			t.Fatalf("%+v: %v", letters, err)
		}
		again := func() bool {
			ok, err := db.WriteValue(t.Context(), w.DB, func(ctx context.Context, tx *db.Tx) (bool, error) { return RetryNow(ctx, tx, letters[0].ID, clk.Now()) })
			if err != nil {
				t.Fatal(err)
			}
			return ok
		}
		if broken = false; !again() {
			t.Fatal("a dead letter cannot be sent again")
		}
		left := make(chan struct{})
		go func() { defer close(left); drain(t, w) }()
		<-began
		if again() {
			t.Error("it is sent again although it is leaving")
		}
		drain(t, other)
		close(goOn)
		<-left
		if n := sent.Load(); n != 1 {
			t.Errorf("%d letters left", n)
		}
	})
}

// A worker that dies while sending a message does not prevent sending it again once the lease has expired.
func TestAnExpiredLeaseBlocksNobody(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *Worker, clk *clock.Fake) {
		fails := true
		w.Handle(KindMail, func(context.Context, string, json.RawMessage) error {
			if fails {
				return errors.New("no answer")
			}
			return nil
		})
		add(t, w, Job{Kind: KindMail, NotBefore: clk.Now()})
		drain(t, w)
		clk.Advance(time.Hour)
		if _, err := w.claim(t.Context(), laneMails); err != nil { // a worker leases it, and dies
			t.Fatal(err)
		}
		letters, err := Troubled(t.Context(), w.DB.Read(), query.TroubledLettersParams{AfterAt: 1 << 60, Most: 1})
		if err != nil || len(letters) != 1 {
			t.Fatalf("%+v: %v", letters, err)
		}
		for _, c := range []struct {
			after time.Duration
			want  bool
		}{{0, false}, {lease - time.Millisecond, false}, {time.Millisecond, true}} {
			clk.Advance(c.after)
			ok, err := db.WriteValue(t.Context(), w.DB, func(ctx context.Context, tx *db.Tx) (bool, error) { return RetryNow(ctx, tx, letters[0].ID, clk.Now()) })
			if err != nil || ok != c.want {
				t.Errorf("%v into the lease: %v, %v", c.after, ok, err)
			}
		}
	})
}
