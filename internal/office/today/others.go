package today

import (
	"context"
	"math"
	"slices"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/people/account"
	"shanmen/internal/people/account/staff"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// waitsFor lists the roles responsible for each kind of work.
var waitsFor = map[string][]string{
	"transfers": {"treasurer"}, "late": {"treasurer"}, "differences": {"treasurer"}, "bank": {"treasurer"}, "bank-lines": {"treasurer"}, "bank-rows": {"treasurer"}, "bank-files": {"treasurer"}, "letters": {"treasurer", "admin"},
	"walk-ins": {"counter", "treasurer"}, "shift": {"counter"}, "cash": {"counter"}, "inbox": {"editor", "counter"}, "alike": {"editor", "counter"},
	"answers":  {"editor", "counter"},
	"problems": {"editor"}, "drafts": {"editor"}, "older": {"editor"}, "missing": {"editor"}, "pictures": {"editor"},
	"names": {"ritual"}, "late-names": {"ritual"}, "papers": {"ritual"}, "late-refunds": {"treasurer"}, "undone": {"ritual"}, "staff": {"admin"}, "imports": {"admin"},
}

// todayStaff lists colleagues who cannot log in yet: without password, or without the second factor (not in a
// demonstration).
func (s *Service) todayStaff(ctx context.Context, r db.Reader, out *Today) error {
	rows, err := r.StaffAccounts(ctx)
	if err != nil {
		return err
	}
	demo, err := s.Accounts.IsDemo(ctx)
	if err != nil {
		return err
	}
	me := httpd.VisitorOf(ctx).UserID
	var names []locale.Text
	lacks, who := "", ""
	for _, row := range rows {
		if row.ID == me || row.Status != account.StatusActive {
			continue
		}
		if what := staff.Lacks(row.Invited == 0, row.Totp+row.Passkeys > 0, demo); what != "" {
			names = append(names, nameOf(row.Name, row.ChineseName))
			lacks, who = what, row.ID
		}
	}
	if out.waitNamed("staff", names, 0); len(names) == 1 {
		out.last().Lacks, out.last().ID = lacks, who
		out.last().Reminded, err = staff.RemindedToday(ctx, r, who, out.Now)
	}
	return err
}

// nameOf is a person's name per language, falling back to the other one.
func nameOf(name, chinese string) locale.Text {
	t := locale.Text{EN: name, ZH: chinese}
	if t.EN == "" {
		t.EN = chinese
	}
	if t.ZH == "" {
		t.ZH = name
	}
	return t
}

// importsRead is how many of the newest imports are read.
const importsRead = 50

// todayImports lists imports neither finished nor given up.
func todayImports(ctx context.Context, r db.Reader, out *Today) error {
	rows, err := r.Imports(ctx, query.ImportsParams{At: math.MaxInt64, Most: importsRead})
	if err != nil {
		return err
	}
	var names []locale.Text
	var last query.Import
	for _, row := range rows { // newest first
		if row.State == "columns" || row.State == "ready" {
			names, last = append(names, locale.Text{EN: row.Name, ZH: row.Name}), row
		}
	}
	slices.Reverse(names)
	if out.waitNamed("imports", names, last.CreatedAt); len(names) == 1 {
		out.last().ID = last.ID
		if last.State == "ready" {
			out.last().Ready, err = howReady(ctx, r, last.ID)
		}
	}
	return err
}

// namesMost is how many names of waiting items are shown.
const namesMost = 3

func (t *Today) waitNamed(what string, names []locale.Text, oldest clock.Millis) {
	t.wait(what, int64(len(names)), int64(oldest), 0)
	if len(names) > 0 {
		t.last().Names = names[:min(len(names), namesMost)]
	}
}

// todayOthers moves an administrator's items to the colleagues responsible for them, if there are any. The rest stays.
func todayOthers(ctx context.Context, r db.Reader, out *Today) error {
	v := httpd.VisitorOf(ctx)
	rows, err := r.StaffAccounts(ctx)
	if err != nil {
		return err
	}
	held := map[string]bool{}
	for _, row := range rows {
		if row.ID != v.UserID && row.Status == account.StatusActive && row.Invited == 0 {
			for _, role := range account.SplitRoles(row.Roles) {
				held[role] = true
			}
		}
	}
	own := []Waiting{}
	for _, w := range out.Waiting {
		roles := waitsFor[w.What]
		mine := slices.ContainsFunc(roles, func(role string) bool { return slices.Contains(v.Roles, role) })
		w.For = slices.DeleteFunc(slices.Clone(roles), func(role string) bool { return !held[role] })
		if mine || len(w.For) == 0 {
			w.For = nil
			own = append(own, w)
			continue
		}
		out.Others = append(out.Others, w)
	}
	out.Waiting = own
	if held["ritual"] && !slices.Contains(v.Roles, "ritual") {
		out.Gatherings = []Gathering{}
	}
	return nil
}
