package bank_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"shanmen/internal/base/clock"
	"shanmen/internal/sales/bank"
	"shanmen/internal/testkit"
)

// A line that looks different in another download is marked as a possible duplicate, books nothing by itself, and is
// settled by one answer.
func TestARewordedLineIsNotASecondTransfer(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		treasurer := a.Staff(t, "treasurer")
		member := a.Member(t)
		first := oil(t, a, member, 2, "pay-now")
		day := a.Clock.Now().In(clock.Singapore).Format("02 Jan 2006")
		const header = "Transaction Date,Transaction Code,Description,Transaction Ref1,Transaction Ref2,Transaction Ref3,Status,Debit Amount,Credit Amount\n"
		file := func(preamble string, rows ...string) []byte {
			return []byte(preamble + header + strings.Join(rows, "\n") + "\n")
		}
		amount := fmt.Sprintf("%d.%02d", first.SubTotal/100, first.SubTotal%100)
		told := func(payer, more string) string {
			return day + ",ICT,Incoming,Incoming PayNow Ref 8812,From: " + payer + ",OTHR " + first.PaymentReference + more + ",Settled,," + amount
		}
		one := upload(t, treasurer, file("Account Details For:,Temple Account 999-99999-9\n\n", told("TAN BEE LENG", "")))
		a.Drain(t)
		if s := statement(t, treasurer, one.ID); s.Tallies.Certain.Count != 1 {
			t.Fatal(tally(s))
		}
		approveAll(t, a, treasurer, statement(t, treasurer, one.ID))
		for name, data := range map[string][]byte{
			"header cut off":       file("", told("TAN BEE LENG", " x")),
			"account with a label": file("Account Details For:,Account 1 - Temple Account 999-99999-9\n\n", told("TAN BEE LENG", "")),
			"payer cut":            file("Account Details For:,Temple Account 999-99999-9\n\n", told("TAN BEE LE", "")),
			"text extended":        file("Account Details For:,Temple Account 999-99999-9\n\n", told("TAN BEE LENG", " via PayNow advice 20261121")),
		} {
			t.Run(name, func(t *testing.T) {
				again := upload(t, treasurer, data)
				a.Drain(t)
				s := statement(t, treasurer, again.ID)
				waiting := s.Tallies.Likely.Count + s.Tallies.Several.Count + s.Tallies.None.Count
				if s.Tallies.Certain.Count != 0 || waiting != 1 {
					t.Fatal(tally(s))
				}
				var l bank.Line
				for _, tab := range []string{"likely", "several", "none"} {
					for _, one := range lines(t, treasurer, s.ID, tab) {
						l = one
					}
				}
				if l.Like == nil || l.Like.StatementID != one.ID || !slices.Contains(l.Why, "like") {
					t.Fatalf("%+v", l)
				}
				treasurer.Post("/api/admin/bank/line/"+l.ID+"/ignore", map[string]any{"reason": "same-line"}).Want(200)
				treasurer.Post(statements+"/"+s.ID+"/undo", map[string]any{}).Want(200)
				a.Drain(t)
			})
		}
		// Two equal transfers on one day stay two: each has one possible duplicate.
		twice := upload(t, treasurer, file("Account Details For:,Temple Account 999-99999-9\n\n", told("TAN BEE LENG", ""), told("TAN BEE LENG", "")))
		a.Drain(t)
		if s := statement(t, treasurer, twice.ID); s.Known != 1 {
			t.Error(tally(s))
		}
		for _, tab := range []string{"likely", "several", "none"} {
			for _, l := range lines(t, treasurer, twice.ID, tab) {
				if l.Like != nil {
					t.Errorf("a second transfer seems to be the first: %+v", l)
				}
			}
		}
	})
}

// Not a possible duplicate: another day, another amount, another person.
func TestADifferentTransferIsNotASimilarLine(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		treasurer := a.Staff(t, "treasurer")
		bring(t, a, treasurer, credit{8800, "TAN BEE LENG", "lamp", a.Clock.Now()})
		s := bring(t, a, treasurer, credit{8800, "LIM AH KOW", "for my mother", a.Clock.Now()}, credit{8801, "TAN BEE LENG", "lamp", a.Clock.Now()})
		for _, l := range lines(t, treasurer, s.ID, "none") {
			if l.Like != nil {
				t.Errorf("%+v", l)
			}
		}
		if s.Tallies.None.Count != 2 {
			t.Error(tally(s))
		}
	})
}

// Two transfers by one payer on a day are different where each has a word of its own; a download with additional words
// matches one of them.
func TestTwoEqualTransfersOfADayAreNotDuplicates(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		treasurer := a.Staff(t, "treasurer")
		day := a.Clock.Now().In(clock.Singapore).Format("02/01/2006")
		file := func(description string) []byte {
			return []byte("Transaction date,Value date,Description,Withdrawals (SGD),Deposits (SGD)\n" + day + "," + day + "," + description + ",,88.00\n")
		}
		upload(t, treasurer, file("INWARD GIRO PAYMENT FROM TAN BEE LENG BUDDHA HALL LAMP MOTHER"))
		a.Drain(t)
		for description, like := range map[string]bool{
			"INWARD GIRO PAYMENT FROM TAN BEE LENG BUDDHA HALL LAMP FATHER":       false,
			"INWARD GIRO PAYMENT FROM TAN BEE LENG BUDDHA HALL LAMP MOTHER THANK": true,
			"INWARD GIRO PAYMENT FROM TAN BEE LENG BUDDHA HALL LAMP MOTH":         true,
			"INWARD GIRO PAYMENT FROM TAN BEE LENG BUDDHA HALL LAMP M":            true,
			"INWARD GIRO PAYMENT FROM LIM BEE LENG BUDDHA HALL LAMP MOTHER":       false,
		} {
			up := upload(t, treasurer, file(description))
			a.Drain(t)
			found := 0
			for _, tab := range []string{"likely", "several", "none"} {
				for _, l := range lines(t, treasurer, up.ID, tab) {
					if found++; (l.Like != nil) != like {
						t.Errorf("%s: %+v", description, l.Like)
					}
				}
			}
			if found != 1 {
				t.Errorf("%s: %d lines", description, found)
			}
			treasurer.Post(statements+"/"+up.ID+"/undo", map[string]any{}).Want(200)
			a.Drain(t)
		}
	})
}

// A statement whose file is lost before it was read can be uploaded again, or discarded.
func TestAStatementWithALostFileReportsIt(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		treasurer := a.Staff(t, "treasurer")
		data := dbs(a, credit{8800, "TAN BEE LENG", "lamp", a.Clock.Now()})
		lose := func(id string) {
			st, err := a.DB.Read().BankStatement(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			if err := a.Files.Delete(t.Context(), st.FileKey); err != nil {
				t.Fatal(err)
			}
		}
		up := upload(t, treasurer, data)
		lose(up.ID)
		a.Drain(t)
		if s := statement(t, treasurer, up.ID); s.State != bank.Reading || !s.Stuck || s.Problem != "statement-file-lost" {
			t.Fatalf("%s, stuck %v, %s", s.State, s.Stuck, s.Problem)
		}
		again := upload(t, treasurer, data)
		a.Drain(t)
		if s := statement(t, treasurer, up.ID); again.ID != up.ID || again.Known || s.State != bank.Ready || s.Lines != 1 || s.Problem != "" {
			t.Fatalf("%+v: %s, %d lines", again, s.State, s.Lines)
		}

		other := upload(t, treasurer, dbs(a, credit{100, "LIM", "x", a.Clock.Now()}))
		lose(other.ID)
		a.Drain(t)
		treasurer.Post(statements+"/"+other.ID+"/undo", map[string]any{}).Want(200)
		if s := statement(t, treasurer, other.ID); s.State != bank.Undone {
			t.Fatal(s.State)
		}
		third := upload(t, treasurer, dbs(a, credit{100, "LIM", "x", a.Clock.Now()})) // the same file starts over
		a.Drain(t)
		if s := statement(t, treasurer, third.ID); third.ID == other.ID || s.State != bank.Ready {
			t.Fatalf("%+v %s", third, s.State)
		}
	})
}

// Rows that were not read are shown with their line, the reason and their text; an unknown word of the bank is
// questioned.
func TestUnreadStatementRowsAreShown(t *testing.T) {
	testkit.Each(t, func(t *testing.T, a *testkit.App) {
		treasurer := a.Staff(t, "treasurer")
		day := a.Clock.Now().In(clock.Singapore).Format("02 Jan 2006")
		file := func(word string) []byte {
			return []byte("Transaction Date,Transaction Code,Description,Transaction Ref1,Transaction Ref2,Transaction Ref3,Status,Debit Amount,Credit Amount\n" +
				day + ",ICT,a,b,c,d,Settled,,1.00\n" + day + ",ICT,a,b,c,d,Pending,,2.00\n" + day + ",ICT,a,b,c,TO: LIM,BEE,,,3.00,\n" + day + ",ICT,a,b,c,d," + word + ",,4.00\n")
		}
		up := upload(t, treasurer, file("Settled"))
		a.Drain(t)
		s := statement(t, treasurer, up.ID)
		var said []string
		for _, u := range s.Unread {
			said = append(said, fmt.Sprint(u.Row, " ", u.Why, " ", strings.Contains(u.Text, day)))
		}
		if fmt.Sprint(said) != "[3 status true 4 shifted true]" || s.Skipped != 2 || s.Lines != 2 {
			t.Fatal(said, s.Skipped, s.Lines)
		}
		look := func(skipped int64) *testkit.Response {
			return treasurer.Post(statements+"/"+up.ID+"/look", map[string]any{"skipped": skipped})
		}
		if r := look(1); r.Code() != "statement-read-again" {
			t.Errorf("others than were shown: %d %s", r.Status, r.Code())
		}
		for range 2 { // twice is once
			look(2).Want(200).JSON(&s)
			if s.SkippedSeen == "" || s.SkippedSeenAt == nil || len(s.Unread) != 2 {
				t.Errorf("looked at: %+v", s)
			}
		}
		if n := a.Count(t, "SELECT count(*) FROM audit_entries WHERE action = 'bank.look'"); n != 1 {
			t.Errorf("%d entries of the trail", n)
		}
		first := up.ID
		up = upload(t, treasurer, file("Released"))
		a.Drain(t)
		s = statement(t, treasurer, up.ID)
		if s.State != bank.Unmapped || s.Columns.Guess.Status != 6 || fmt.Sprint(s.Columns.Unknown[6]) != "[released]" {
			t.Fatalf("%s %+v", s.State, s.Columns)
		}
		l := s.Columns.Guess
		layout := map[string]any{"bank": "", "headerRow": l.HeaderRow, "date": l.Date, "description": l.Description, "credit": l.Credit, "debit": l.Debit, "amount": -1, "payer": -1, "reference": -1, "indicator": -1, "status": l.Status, "dateFormat": ""}
		if r := treasurer.Put(statements+"/"+up.ID+"/layout", layout); r.Code() != "statement-status" {
			t.Fatal(r.Status, r.Code())
		}
		layout["final"] = []string{"released"}
		treasurer.Put(statements+"/"+up.ID+"/layout", layout).Want(200)
		a.Drain(t)
		if s := statement(t, treasurer, up.ID); s.State != bank.Ready || s.Lines+s.Known != 2 || s.Skipped != 2 || s.SkippedSeenAt != nil {
			t.Fatalf("%s %d lines %d known %d skipped, seen at %v", s.State, s.Lines, s.Known, s.Skipped, s.SkippedSeenAt)
		}
		treasurer.Post(statements+"/"+first+"/undo", map[string]any{}).Want(200)
		a.Drain(t)
		if r := treasurer.Post(statements+"/"+first+"/look", map[string]any{"skipped": 3}); r.Code() != "statement-read-again" {
			t.Errorf("of one that was undone: %d %s", r.Status, r.Code())
		}
		up = upload(t, treasurer, file("Settled")) // uploaded again, it asks again
		a.Drain(t)
		if s := statement(t, treasurer, up.ID); up.ID == first || s.Skipped != 2 || s.SkippedSeenAt != nil {
			t.Errorf("%+v", s)
		}
		rows := strings.Split(string(file("Settled")), "\n")
		pending := upload(t, treasurer, []byte(strings.Join([]string{rows[0], rows[2], rows[2], ""}, "\n")))
		a.Drain(t)
		if s := statement(t, treasurer, pending.ID); s.State != bank.Failed || s.Problem != "statement-empty" || len(s.Unread) != 2 || s.Unread[0].Why != "status" {
			t.Errorf("nothing is completed: %s %s %+v", s.State, s.Problem, s.Unread)
		}
	})
}
