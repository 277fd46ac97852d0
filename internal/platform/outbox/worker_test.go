package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/job"
	"shanmen/internal/testkit/template"
	"shanmen/internal/testkit/together"
)

// each runs a test on both engines with an empty, migrated database.
func each(t *testing.T, test func(t *testing.T, w *Worker, clk *clock.Fake)) {
	t.Helper()
	template.Tables.Each(t, func(t *testing.T, url string) {
		d, err := db.Open(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = d.Close() })
		clk := clock.NewFake(time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC))
		test(t, &Worker{DB: d, Clock: clk, Log: slog.New(slog.DiscardHandler)}, clk)
	})
}

func add(t *testing.T, w *Worker, d Job) {
	t.Helper()
	err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := Add(ctx, tx, d)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func drain(t *testing.T, w *Worker) int {
	t.Helper()
	n, err := w.Drain(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAJobRunsAfterItsTransactionCommits(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *Worker, clk *clock.Fake) {
		var ran []string
		w.Handle("note", func(_ context.Context, _ string, raw json.RawMessage) error {
			var s string
			err := json.Unmarshal(raw, &s)
			ran = append(ran, s)
			return err
		})
		gone := errors.New("changed my mind")
		err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			if _, err := Add(ctx, tx, Job{Kind: "note", Args: "rolled back", NotBefore: clk.Now()}); err != nil {
				return err
			}
			return gone
		})
		if !errors.Is(err, gone) {
			t.Fatal(err)
		}
		add(t, w, Job{Kind: "note", Args: "kept", UniqueKey: "k", NotBefore: clk.Now()})
		add(t, w, Job{Kind: "note", Args: "the same again", UniqueKey: "k", NotBefore: clk.Now()})
		add(t, w, Job{Kind: "note", Args: "later", NotBefore: clk.Now().Add(30 * time.Second)})
		drain(t, w)
		if len(ran) != 1 || ran[0] != "kept" {
			t.Fatalf("ran %v", ran)
		}
		clk.Advance(30 * time.Second)
		if drain(t, w); len(ran) != 2 || ran[1] != "later" {
			t.Errorf("ran %v", ran)
		}
	})
}

func TestAWithdrawnJobNeverRuns(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *Worker, clk *clock.Fake) {
		var ran atomic.Int64
		w.Handle("mail", func(context.Context, string, json.RawMessage) error { ran.Add(1); return nil })
		approval := Job{Kind: "mail", UniqueKey: "approval:mail", About: "payment", NotBefore: clk.Now().Add(30 * time.Second)}
		withdraw := func(wantNotified bool) {
			t.Helper()
			notified, err := db.WriteValue(t.Context(), w.DB, func(ctx context.Context, tx *db.Tx) (bool, error) { return WithdrawAbout(ctx, tx, "payment") })
			if err != nil || notified != wantNotified {
				t.Errorf("notified %v, want %v: %v", notified, wantNotified, err)
			}
		}
		add(t, w, approval)
		withdraw(false)
		withdraw(false)
		clk.Advance(time.Hour)
		drain(t, w)
		approval.NotBefore = clk.Now()
		add(t, w, approval) // approved again: its mail must be sent
		if drain(t, w); ran.Load() != 1 {
			t.Errorf("ran %d times", ran.Load())
		}
		withdraw(true) // undone after it was sent
		withdraw(false)
		add(t, w, approval)
		add(t, w, Job{Kind: "mail", NotBefore: clk.Now()}) // about nothing, so it cannot be withdrawn
		if _, err := db.WriteValue(t.Context(), w.DB, func(ctx context.Context, tx *db.Tx) (bool, error) { return WithdrawAbout(ctx, tx, "") }); err != nil {
			t.Error(err)
		}
		if drain(t, w); ran.Load() != 3 {
			t.Errorf("ran %d times", ran.Load())
		}
	})
}

// A message that is requested again replaces the waiting one, by mail or by text.
func TestARepeatedLetterReplacesTheWaitingOne(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *Worker, clk *clock.Fake) {
		var ran atomic.Int64
		for _, kind := range []string{"mail", "sms"} {
			w.Handle(kind, func(context.Context, string, json.RawMessage) error { ran.Add(1); return nil })
		}
		for _, kind := range []string{"mail", "sms", "mail"} {
			if err := w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return Replace(ctx, tx, "receipt-again:p") }); err != nil {
				t.Fatal(err)
			}
			add(t, w, Job{Kind: kind, UniqueKey: "receipt-again:p:" + kind, NotBefore: clk.Now().Add(30 * time.Second)})
		}
		clk.Advance(time.Hour)
		if drain(t, w); ran.Load() != 1 {
			t.Errorf("%d letters left", ran.Load())
		}
	})
}

func TestAFailingJobIsRetriedAndThenDead(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *Worker, clk *clock.Fake) {
		tries := 0
		w.Handle("flaky", func(context.Context, string, json.RawMessage) error { tries++; return errors.New("no answer") })
		w.Handle("hopeless", func(context.Context, string, json.RawMessage) error { return Permanent(errors.New("no such address")) })
		w.Handle("broken", func(context.Context, string, json.RawMessage) error { panic("a nil map") })
		for _, kind := range []string{"flaky", "hopeless", "broken", "nobody knows this"} {
			add(t, w, Job{Kind: kind, NotBefore: clk.Now()})
		}
		for range 40 {
			drain(t, w)
			clk.Advance(time.Hour)
		}
		dead, err := w.DB.Read().DeadJobs(t.Context())
		if err != nil || len(dead) != 4 || tries != 12 {
			t.Errorf("%d dead letters after %d tries, want 4 after 12: %v", len(dead), tries, err)
		}
	})
}

// Greylisting, an unreachable server, a full mailbox: none counts towards giving a message up. Three refusals of the
// message itself do, half an hour apart.
func TestOnlyPermanentRefusalsCountTowardsGivingUp(t *testing.T) {
	t.Parallel()
	no, later := Refused(errors.New("550")), errors.New("451")
	for name, answers := range map[string][]error{
		"refused at once":                     {no, no, no},
		"greylisted, then refused":            {later, later, no, no, no},
		"greylisted many times, then refused": {later, later, later, later, later, later, no, no, no},
		"greylisted between refusals":         {no, later, no, later, later, no},
		"greylisted, then accepted":           {later, later, nil},
		"refused twice, then accepted":        {no, no, later, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			each(t, func(t *testing.T, w *Worker, clk *clock.Fake) {
				var refused []time.Time
				tries := 0
				w.Handle(KindMail, func(context.Context, string, json.RawMessage) error {
					tries++
					if tries > len(answers) {
						t.Error("tried again after its end")
						return nil
					}
					if errors.As(answers[tries-1], new(refusedError)) {
						refused = append(refused, clk.Now())
					}
					return answers[tries-1]
				})
				add(t, w, Job{Kind: KindMail, NotBefore: clk.Now()})
				for range 6 * 60 {
					drain(t, w)
					clk.Advance(time.Minute)
				}
				dead, err := w.DB.Read().DeadJobs(t.Context())
				if err != nil || tries != len(answers) || (len(dead) == 1) != (answers[len(answers)-1] != nil) {
					t.Errorf("%d of %d tries, %d dead: %v", tries, len(answers), len(dead), err)
				}
				for i := 1; i < len(refused); i++ {
					if refused[i].Sub(refused[i-1]) < refusedPause {
						t.Errorf("refused at %v", refused)
					}
				}
			})
		})
	}
}

func TestWorkersShareTheJobs(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *Worker, clk *clock.Fake) {
		var ran atomic.Int64
		w.Handle("count", func(context.Context, string, json.RawMessage) error { ran.Add(1); return nil })
		for range 60 {
			add(t, w, Job{Kind: "count", NotBefore: clk.Now()})
		}
		together.AtOnce(4, func(int) {
			if _, err := w.Drain(t.Context()); err != nil {
				t.Error(err)
			}
		})
		if ran.Load() != 60 {
			t.Errorf("60 jobs ran %d times", ran.Load())
		}
	})
}

func TestAJobOfACrashedWorkerIsTakenOver(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *Worker, clk *clock.Fake) {
		add(t, w, Job{Kind: "mail", NotBefore: clk.Now()})
		dying := &Worker{DB: w.DB, Clock: clk, Log: w.Log}
		if _, err := dying.claim(t.Context(), laneMails); err != nil { // then the machine stops
			t.Fatal(err)
		}
		ran := 0
		w.Handle("mail", func(context.Context, string, json.RawMessage) error { ran++; return nil })
		if drain(t, w); ran != 0 {
			t.Fatal("taken over while its lease still ran")
		}
		clk.Advance(lease)
		if drain(t, w); ran != 1 {
			t.Errorf("ran %d times", ran)
		}
	})
}

func TestACodeDoesNotWaitBehindHangingMails(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *Worker, clk *clock.Fake) {
		texted, release := make(chan struct{}), make(chan struct{})
		w.Handle(KindMail, func(context.Context, string, json.RawMessage) error {
			<-release
			return nil
		})
		w.Handle(KindSMS, func(context.Context, string, json.RawMessage) error {
			close(texted)
			return nil
		})
		for range 2 * batch {
			add(t, w, Job{Kind: KindMail, NotBefore: clk.Now()})
		}
		add(t, w, Job{Kind: KindSMS, NotBefore: clk.Now()})
		ctx, stop := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Go(func() { job.NewBoard(clk, w.Log).Run(ctx, w.Jobs()...) })
		select {
		case <-texted:
		case <-time.After(10 * time.Second):
			t.Error("the code waits for the mails")
		}
		stop()
		close(release)
		wg.Wait()
	})
}
