package today

import (
	"context"
	"math"
	"slices"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
)

// todayDebt lists texts whose translation is outdated or missing.
func todayDebt(ctx context.Context, r db.Reader, out *Today, older, lacking int64) error {
	if older > 0 {
		rows, err := r.TodayOlderNames(ctx)
		if err != nil {
			return err
		}
		out.wait("older", older, 0, 0)
		for _, row := range rows {
			out.last().name(row.TitleEn, row.TitleZh)
		}
	}
	if lacking > 0 {
		rows, err := r.TodayLackingNames(ctx)
		if err != nil {
			return err
		}
		out.wait("missing", lacking, 0, 0)
		for _, row := range rows {
			out.last().name(row.TitleEn, row.TitleZh)
			if lacking == 1 {
				out.last().Lacks = row.Lacks
			}
		}
	}
	return nil
}

func todayProblems(ctx context.Context, r db.Reader, out *Today, count int64) error {
	if count == 0 {
		return nil
	}
	rows, err := r.TodayProblemNames(ctx)
	if err != nil {
		return err
	}
	out.wait("problems", count, 0, 0)
	for _, row := range rows {
		out.last().name(row.TitleEn, row.TitleZh)
	}
	return nil
}

// todayInbox shows the oldest unanswered message, and how many are assigned to oneself.
func (s *Service) todayInbox(ctx context.Context, r db.Reader, out *Today) error {
	n, err := r.InboxCount(ctx, query.InboxCountParams{State: form.Open})
	if err != nil || n == 0 {
		return err
	}
	rows, err := r.InboxEntries(ctx, query.InboxEntriesParams{State: form.Open, Oldest: 1, Most: 1})
	if err != nil {
		return err
	}
	mine, err := r.InboxCount(ctx, query.InboxCountParams{State: form.Open, Mine: httpd.VisitorOf(ctx).UserID})
	if err != nil {
		return err
	}
	for _, e := range rows {
		row, err := s.Forms.Row(ctx, r, query.EntryRow(e), map[string]string{})
		if err != nil {
			return err
		}
		out.wait("inbox", n, int64(e.CreatedAt), 0)
		out.last().Oldest, out.last().Mine = &Oldest{Name: row.Name, Text: row.Excerpt}, mine
	}
	return nil
}

// todayAlike lists messages marked spam only because of equal text, until somebody decides: two families may use the
// same sentence.
func (s *Service) todayAlike(ctx context.Context, r db.Reader, out *Today) error {
	n, err := r.FormEntriesUnseenAlike(ctx)
	if err != nil || n.Count == 0 {
		return err
	}
	e, err := r.Entry(ctx, n.OldestID)
	if err != nil {
		return err
	}
	row, err := s.Forms.Row(ctx, r, e, map[string]string{})
	if err != nil {
		return err
	}
	out.wait("alike", n.Count, int64(e.CreatedAt), 0)
	out.last().ID, out.last().Oldest = e.ID, &Oldest{Name: row.Name, Text: row.Excerpt}
	return nil
}

// walkInsRead is how many of today's waiting counter orders are summed.
const walkInsRead = 200

// todayWalkIns shows which of today's counter orders wait for a transfer, and their sum.
func (s *Service) todayWalkIns(ctx context.Context, r db.Reader, out *Today) error {
	today := clock.MillisOf(lunar.DayOf(s.Clock.Now()).Time(0, 0))
	n, err := r.WalkInsWaitingCount(ctx, today)
	if err != nil || n == 0 {
		return err
	}
	rows, err := r.WalkInsWaiting(ctx, query.WalkInsWaitingParams{Since: today, Before: math.MaxInt64, Most: walkInsRead})
	if err != nil || len(rows) == 0 {
		return err
	}
	slices.Reverse(rows) // oldest first
	var due money.Cents
	for _, row := range rows {
		due += max(0, row.SubTotal-row.Paid)
	}
	if n > walkInsRead { // a partial sum would look like the total
		due = 0
	}
	out.wait("walk-ins", n, int64(rows[0].CreatedAt), due)
	for _, row := range rows[:min(len(rows), namesMost)] {
		w := out.last()
		w.Names = append(w.Names, nameOf(row.PayerName, row.PayerChinese))
	}
	return nil
}

// todayLetters shows the recipient and failure reason of the newest undelivered letter.
func (s *Service) todayLetters(ctx context.Context, r db.Reader, out *Today, count int64) error {
	if count == 0 {
		return nil
	}
	letters, err := outbox.Troubled(ctx, r, query.TroubledLettersParams{AfterAt: math.MaxInt64, Most: 1})
	if err != nil {
		return err
	}
	temple, err := content.Sender(ctx, r, s.Base)
	if err != nil {
		return err
	}
	out.wait("letters", count, 0, 0)
	for _, l := range letters {
		told := s.Letters.Troubled(l, temple)
		out.last().Oldest = &Oldest{Name: told.To, Text: told.Subject, Why: told.Why, Tries: told.Tries}
	}
	return nil
}

// howReady is set if a single import waits and was checked.
func howReady(ctx context.Context, r db.Reader, importID string) (*Ready, error) {
	counts, err := r.ImportCounts(ctx, importID)
	if err != nil {
		return nil, err
	}
	out := &Ready{}
	for _, c := range counts {
		switch c.Class {
		case "ready":
			out.Ready = c.N
		case "decide", "unreadable":
			out.Decide += c.N
		}
		if c.Class != "out" {
			out.Rows += c.N
		}
	}
	return out, nil
}
