package ceremony

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/offer/position"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
)

// Why a step does not apply to an item, or what it waits for.
const (
	whyNoNames   = "no-names"
	whyNoList    = "no-list"
	whyNoPaper   = "no-paper"
	whyLate      = "late"
	whyWithdrawn = "withdrawn"
	whyAgain     = "again"
)

// StepsOf returns the progress of each item of an order, for the person who ordered it. A step is done when it is done
// for every copy; an ended order has no steps.
func StepsOf(ctx context.Context, r db.Reader, now time.Time, of invoice.Invoice) (map[string][]invoice.ItemStep, error) {
	if slices.Contains([]string{invoice.Expired, invoice.Cancelled, invoice.Refunded}, of.Status) {
		return nil, nil
	}
	rows, err := r.EntrySteps(ctx, of.ID)
	if err != nil {
		return nil, fmt.Errorf("steps of an order: %w", err)
	}
	uses, err := r.PositionUsesOfInvoice(ctx, of.ID)
	if err != nil {
		return nil, fmt.Errorf("places of an order: %w", err)
	}
	received := invoice.ItemStep{Step: "received", State: "now"}
	if of.Status == invoice.Paid {
		at, err := r.InvoiceSettledAt(ctx, of.ID)
		if err != nil && !errors.Is(err, db.ErrNoRows) {
			return nil, fmt.Errorf("when it was settled: %w", err)
		}
		received.State, received.At = "done", at.Moment()
	}
	out := map[string][]invoice.ItemStep{}
	for _, it := range of.Items {
		w := way{item: it, received: received, now: now}
		for _, e := range rows {
			if e.ItemID == it.ID {
				w.entries = append(w.entries, e)
			}
		}
		for _, u := range uses {
			if u.ItemID == it.ID && (u.State == position.Taken || u.State == position.Kept) {
				w.lamps = append(w.lamps, u.FromAt)
			}
		}
		out[it.ID] = w.steps()
	}
	return out, nil
}

// way is the collected progress data of an item.
type way struct {
	item     query.InvoiceItem
	received invoice.ItemStep
	entries  []query.EntryStepsRow
	lamps    []clock.Millis // for each of its positions, from when it belongs to the item
	now      time.Time
}

func (w *way) steps() []invoice.ItemStep {
	copies := w.furthest()
	all := []invoice.ItemStep{w.received, w.checked(copies), w.written(copies), w.last(copies)}
	waits := false
	for i := range all {
		one := &all[i]
		one.Of = max(one.Of, 1)
		if one.State == "" {
			one.State = "later"
			if one.Done >= one.Of {
				one.State, one.Done = "done", one.Of
			}
		}
		if one.State == "done" {
			one.Done = one.Of
		} else if one.State != "none" {
			if waits {
				one.State = "later"
			} else {
				one.State = "now"
			}
			waits = true
		}
	}
	return all
}

// furthest selects for each copy its most advanced entry: one list may be done while the next one of the same lamp is
// unchecked. Withdrawn entries count only if there is no other.
func (w *way) furthest() []query.EntryStepsRow {
	rank := func(e query.EntryStepsRow) int {
		if e.State == Withdrawn || e.Late == refusedLate {
			return -1
		}
		return slices.Index([]string{Collected, Checked, Printed, Done}, e.State)
	}
	var out []query.EntryStepsRow
	for _, e := range w.entries {
		if n := len(out); n > 0 && out[n-1].Copy == e.Copy {
			if rank(e) >= rank(out[n-1]) {
				out[n-1] = e
			}
			continue
		}
		out = append(out, e)
	}
	return out
}

// off is why an item is on no list: "" if it is or will be on one.
func (w *way) off(copies []query.EntryStepsRow) string {
	if len(copies) > 0 {
		for _, e := range copies {
			if e.State != Withdrawn && e.Late != refusedLate {
				return ""
			}
		}
		if copies[0].Late == refusedLate || copies[0].WithdrawnWhy == whyCannot {
			return whyCannot
		}
		return whyWithdrawn
	}
	switch {
	case w.item.FormKey == "":
		return whyNoNames
	case w.received.State == "done":
		return whyNoList
	}
	return ""
}

func (w *way) checked(copies []query.EntryStepsRow) invoice.ItemStep {
	out := invoice.ItemStep{Step: "checked"}
	if why := w.off(copies); why != "" {
		out.State, out.Why = "none", why
		return out
	}
	for _, e := range copies {
		out.Of++
		switch {
		case e.State == Withdrawn || e.Late == refusedLate:
			out.Of--
		case e.Late == waitsLate:
			out.Why = whyLate
		case e.State != Collected:
			out.Done++
		}
	}
	return out
}

func (w *way) written(copies []query.EntryStepsRow) invoice.ItemStep {
	out := invoice.ItemStep{Step: "written"}
	if why := w.off(copies); why != "" {
		out.State, out.Why = "none", why
		return out
	}
	for _, e := range copies {
		if !e.Paper || e.State == Withdrawn || e.Late == refusedLate {
			continue
		}
		out.Of++
		switch {
		case e.PrintedRevision > 0 && e.PrintedRevision == e.Revision:
			out.Done++
		case e.PrintedRevision > 0:
			out.Why = whyAgain
		}
	}
	if out.Of == 0 && len(copies) > 0 {
		out.State, out.Why = "none", whyNoPaper
	}
	return out
}

// last is the final step: a burning lamp, or offered names. A lamp with a position burns from the first day of its
// term, whether or not its names were read yet.
func (w *way) last(copies []query.EntryStepsRow) invoice.ItemStep {
	out := invoice.ItemStep{Step: "offered"}
	if len(w.lamps) > 0 {
		out.Step = "lit"
		for _, from := range w.lamps {
			out.Of++
			at := from.Time().UTC()
			if !at.After(w.now) {
				out.Done++
			}
			if out.At == nil || at.After(*out.At) {
				out.At = &at
			}
		}
		return out
	}
	if slices.ContainsFunc(copies, func(e query.EntryStepsRow) bool { return e.Kind == kindLamp }) {
		out.Step = "lit"
	}
	if why := w.off(copies); why != "" {
		out.State, out.Why = "none", why
		return out
	}
	for _, e := range copies {
		if e.State == Withdrawn || e.Late == refusedLate {
			continue
		}
		out.Of++
		at := e.StartsAt.Moment()
		if e.State == Done {
			out.Done++
			if e.DoneAt > 0 {
				done := clock.Millis(e.DoneAt)
				at = done.Moment()
			}
		}
		if at != nil && (out.At == nil || at.After(*out.At)) {
			out.At = at
		}
	}
	return out
}
