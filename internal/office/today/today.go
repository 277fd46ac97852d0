// Package today is the office's first page and the counts of its menu.
//
// It is computed for each request, in parts, each for the roles that it lists: open work, what happens automatically,
// today's events, and what colleagues did (from the audit trail). A part counts under an index or reads a few rows by
// key. For an administrator, work that an active colleague has the role for is listed apart. The counts of the menu are
// a call of their own, because every page of the office polls them each minute.
package today

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/url"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/editing"
	"shanmen/internal/offer/event"
	"shanmen/internal/offer/form"
	"shanmen/internal/office/letters"
	"shanmen/internal/office/trail"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/invoice"
)

// Service answers the calls of the office's first page.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Accounts *account.Service
	Forms    *form.Service
	Base     *url.URL // of the site, for links that are shown
	// Machine reads the machine state.
	Machine func(ctx context.Context) ([]MachinePart, error)
	Letters *letters.Service
	Trail   *trail.Service

	receipts invoice.ReceiptNumbers
}

// Today is what a colleague sees in the morning: open work for their roles, and what happens automatically.
type Today struct {
	Now   time.Time `json:"now"`
	Lunar string    `json:"lunar" doc:"十月十四"`
	// Tomorrow is set on lunar days when many people come.
	Tomorrow string `json:"tomorrow,omitempty" enum:"first,fifteenth" doc:"Tomorrow's lunar first or fifteenth, if it is one"`
	// TomorrowBefore is for those who take money.
	TomorrowBefore *Takings `json:"tomorrowBefore,omitempty" doc:"Income on tomorrow's lunar day a year before"`
	Open           string   `json:"open" doc:"Today's opening hours, 9:00–17:00; empty: not set, or closed"`
	// OpenTomorrow is set if it differs from today's.
	OpenTomorrow string        `json:"openTomorrow,omitempty" doc:"Tomorrow's opening hours, if different from today's and not closed"`
	Events       []event.Ahead `json:"events" doc:"Events of today and tomorrow; for ritual staff also the next ones"`
	Gatherings   []Gathering   `json:"gatherings" doc:"For the ritual staff: lists of names to come, the next one first"`
	Waiting      []Waiting     `json:"waiting" doc:"The oldest first"`
	Others       []Waiting     `json:"others" doc:"Tasks waiting for colleagues, oldest first; administrators only"`
	Asked        []Asked       `json:"asked" doc:"Translations that colleagues asked the user for, oldest first"`
	Coming       []Coming      `json:"coming" doc:"Scheduled events, soonest first"`
	Notes        []Note        `json:"notes" doc:"For people who take money: upcoming price changes, soonest first, and low stock of counter-only options"`
	Steps        []Step        `json:"steps" doc:"Set-up steps of a new temple; administrators only; empty once all are done"`
	Did          []Did         `json:"did" doc:"Recent actions of others that the user may see, newest first"`
	Machine      []MachinePart `json:"machine,omitempty" doc:"State of the machine; administrators only"`
	Yesterday    *Yesterday    `json:"yesterday,omitempty" doc:"Visible to the treasurer only"`
	New          bool          `json:"new" doc:"The account is less than a week old"`
	Called       string        `json:"called,omitempty" doc:"Form of address, if not the name"`
	// FirstDay is for new colleagues who edit the site.
	FirstDay *editing.Practice `json:"firstDay,omitempty"`
}

// Waiting is open work.
type Waiting struct {
	What  string        `json:"what" enum:"transfers,late,letters,inbox,alike,answers,walk-ins,problems,drafts,older,missing,pictures,differences,bank,shift,cash,names,late-names,papers,late-refunds,undone,staff,imports,bank-lines,bank-rows,bank-files"`
	Count int64         `json:"count" doc:"Number of items; for bank: days since the last statement ends"`
	Since *time.Time    `json:"since,omitempty" doc:"Time of the oldest; for bank: end of the last statement"`
	Sum   money.Cents   `json:"sum,omitempty" doc:"Cents; negative: too little"`
	ID    string        `json:"id,omitempty" doc:"Id of the shift, message or statement that waits longest, of the next ceremony, or of the single colleague"`
	Names []locale.Text `json:"names,omitempty" doc:"Names of up to three texts, lists, payers or colleagues, longest waiting first"`
	// Lacks is set if a single item waits, so that the card's heading can say it.
	Lacks    string   `json:"lacks,omitempty" enum:"en,zh,invitation,second-step,columns,failed,lost,stopped" doc:"For a single text: the missing language; for a single colleague: why they cannot start; for bank files: why they are not read, if the same for all"`
	Reminded bool     `json:"reminded,omitempty" doc:"For a single colleague: was reminded today"`
	Oldest   *Oldest  `json:"oldest,omitempty" doc:"Oldest item, for messages, failed mails and shifts"`
	Mine     int64    `json:"mine,omitempty" doc:"For messages: number assigned to the user"`
	Short    int64    `json:"short,omitempty" doc:"For transfers: number that show less than the amount due"`
	Ready    *Ready   `json:"ready,omitempty" doc:"Counts of the list, if there is only one"`
	For      []string `json:"for,omitempty" enum:"counter,treasurer,editor,ritual,admin" doc:"For tasks of others: whose it is"`
}

// Oldest is the item that waits longest.
type Oldest struct {
	Name  string `json:"name,omitempty" doc:"Name of the sender, the recipient, or the shift's clerk"`
	Text  string `json:"text,omitempty" doc:"Beginning of the message, subject of the mail, or explanation of the difference"`
	Why   string `json:"why,omitempty" enum:"refused,closed,limit,unwritable,away" doc:"Why the message was not sent"`
	Tries int64  `json:"tries,omitempty" doc:"Number of tries to send the message"`
}

// Ready is the progress of an import.
type Ready struct {
	Rows   int64 `json:"rows"`
	Ready  int64 `json:"ready" doc:"Rows that can be imported now"`
	Decide int64 `json:"decide" doc:"Rows that need a decision, or cannot be read"`
}

// Asked is a text that a colleague asked one to write in a language.
type Asked struct {
	Record   string      `json:"record" doc:"Record id"`
	Kind     string      `json:"kind"`
	Title    locale.Text `json:"title"`
	Language string      `json:"language" enum:"en,zh"`
	By       string      `json:"by" doc:"Name of the person who asked"`
	At       time.Time   `json:"at"`
}

// Coming is an automatic event.
type Coming struct {
	What   string      `json:"what" enum:"schedule,price,closes,banner"`
	At     time.Time   `json:"at"`
	Kind   string      `json:"kind,omitempty" doc:"Kind of the record that will be published, close for booking, or disappear"`
	Record string      `json:"record,omitempty" doc:"Record id"`
	Title  locale.Text `json:"title"`
	Price  money.Cents `json:"price,omitempty" doc:"Cents"`
	Before money.Cents `json:"before,omitempty" doc:"Present price in cents"`
}

// Step is a step of setting up a new temple.
type Step struct {
	What string `json:"what" enum:"temple,hours,policies,pages,paynow,category,form,offering,order,payment"`
	Done bool   `json:"done"`
}

// comingWithin is how far ahead price changes and closing dates are announced.
const comingWithin = 60 * 24 * time.Hour

// Today answers GET /api/admin/today. Each part is for the roles that can act on it.
func (s *Service) Today(ctx context.Context, _ *struct{}) (*Today, error) {
	r, now, v := s.DB.Read(), s.Clock.Now(), httpd.VisitorOf(ctx)
	facts, err := content.Site(ctx, r)
	if err != nil {
		return nil, err
	}
	day := lunar.DayOf(now)
	out := &Today{Now: now.UTC(), Lunar: chineseDate(day), Tomorrow: comesTomorrow(day), Open: facts.HoursOn(day), Waiting: []Waiting{}, Asked: []Asked{}, Coming: []Coming{}, Steps: []Step{}, Did: []Did{}, Others: []Waiting{}, Notes: []Note{}, Events: []event.Ahead{}, Gatherings: []Gathering{}}
	if tomorrow := facts.HoursOn(day.Add(1)); tomorrow != out.Open {
		out.OpenTomorrow = tomorrow
	}
	for _, part := range []struct {
		roles []string
		read  func(context.Context, db.Reader, *Today) error
	}{
		{[]string{"treasurer"}, s.todayMoney},
		{[]string{"treasurer"}, s.todayYesterday},
		{[]string{"counter", "treasurer"}, s.todayWalkIns},
		{[]string{"counter"}, todayShift},
		{[]string{"ritual"}, todayCeremonies},
		{[]string{"treasurer"}, todayLateRefunds},
		{[]string{"counter", "treasurer"}, todayTomorrow},
		{[]string{"editor", "counter"}, s.todayInbox},
		{[]string{"editor", "counter"}, s.todayAlike},
		{[]string{"editor", "counter"}, todayAnswers},
		{[]string{"editor"}, s.todayWebsite},
		{[]string{"editor", "treasurer", "counter"}, todayPrices},
		{[]string{"treasurer", "counter"}, todayCounterOnly},
		{[]string{"editor"}, todayCloses},
		{[]string{"editor"}, todayBanners},
		{account.Roles, todayEvents},
		{[]string{"ritual"}, s.todayNames},
		{account.Roles, s.todayDid},
		{[]string{"editor"}, todayFirst},
		{account.Roles, todayNew},
		{[]string{"admin"}, s.todayMachine},
		{[]string{"admin"}, s.todayStaff},
		{[]string{"admin"}, todayImports},
		{[]string{"admin"}, todayOthers},
		{[]string{"admin"}, func(ctx context.Context, r db.Reader, out *Today) error { return todaySteps(ctx, r, facts, out) }},
	} {
		if v.Has(part.roles...) {
			if err := part.read(ctx, r, out); err != nil {
				return nil, fmt.Errorf("today: %w", err)
			}
		}
	}
	for _, list := range [][]Waiting{out.Waiting, out.Others} {
		slices.SortStableFunc(list, func(a, b Waiting) int { return since(a).Compare(since(b)) })
	}
	slices.SortStableFunc(out.Coming, func(a, b Coming) int { return a.At.Compare(b.At) })
	return out, nil
}

// since sorts items without age last.
func since(w Waiting) time.Time {
	if w.Since == nil {
		return time.UnixMilli(math.MaxInt64 / 2)
	}
	return *w.Since
}

func chineseDate(d lunar.Day) string {
	l, ok := lunar.FromSolar(d)
	if !ok {
		return ""
	}
	return l.ChineseDay()
}

func (t *Today) wait(what string, count int64, oldest int64, sum money.Cents) {
	if count > 0 {
		t.Waiting = append(t.Waiting, Waiting{What: what, Count: count, Since: clock.Millis(oldest).Moment(), Sum: sum})
	}
}

// last is the item of open work added last.
func (t *Today) last() *Waiting { return &t.Waiting[len(t.Waiting)-1] }

func (w *Waiting) name(en, zh string) { w.Names = append(w.Names, locale.Text{EN: en, ZH: zh}) }

func (s *Service) todayMoney(ctx context.Context, r db.Reader, out *Today) error {
	n, err := r.DeskWaitingCount(ctx, query.DeskWaitingCountParams{Before: math.MaxInt64})
	if err != nil {
		return err
	}
	oldest, err := r.TodayOldestTransfer(ctx)
	if err != nil {
		return err
	}
	out.wait("transfers", n.Count, oldest, money.Cents(n.Amount))
	if n.Count > 0 {
		if out.last().Short, err = r.TodayShort(ctx); err != nil {
			return err
		}
	}
	late, err := lateCount(ctx, r)
	if err != nil {
		return err
	}
	out.wait("late", late, 0, 0)
	letters, err := r.TroubledLettersCount(ctx)
	if err != nil {
		return err
	}
	if err := s.todayLetters(ctx, r, out, letters); err != nil {
		return err
	}
	return todayAccounts(ctx, r, out)
}

// bankBehind is how old the last statement's end may be before Today asks for the next one.
const bankBehind = 48 * time.Hour

// todayAccounts lists shift differences, and missing statements if the temple has uploaded any.
func todayAccounts(ctx context.Context, r db.Reader, out *Today) error {
	d, err := r.TodayDifferences(ctx)
	if err != nil {
		return err
	}
	if d.Count > 0 {
		oldest, err := r.TodayDifference(ctx)
		if err != nil && !errors.Is(err, db.ErrNoRows) { // reviewed in the meantime
			return err
		}
		out.wait("differences", d.Count, d.Since, money.Cents(d.Sum))
		out.last().ID = oldest.ID
		if oldest.ID != "" {
			name, err := account.NameOf(ctx, r, oldest.UserID)
			if err != nil {
				return err
			}
			out.last().Oldest = &Oldest{Name: name, Text: oldest.Explanation}
		}
	}
	if err := todayStatements(ctx, r, out); err != nil {
		return err
	}
	days, through, err := daysBehind(ctx, r, out.Now)
	out.wait("bank", days, through, 0)
	return err
}

// todayStatements lists undecided bank lines, unread rows and unread files.
func todayStatements(ctx context.Context, r db.Reader, out *Today) error {
	lines, err := r.DeskUndecided(ctx)
	if err != nil {
		return err
	}
	if lines.Count > 0 {
		out.wait("bank-lines", lines.Count, lines.Since, money.Cents(lines.Amount))
		out.last().ID = lines.StatementID
	}
	rows, err := r.DeskRowsUnread(ctx)
	if err != nil {
		return err
	}
	if rows.Count > 0 {
		out.wait("bank-rows", rows.Count, rows.Since, 0)
		out.last().ID = rows.ID
	}
	files, err := r.DeskFilesWaiting(ctx)
	if err != nil {
		return err
	}
	files = slices.DeleteFunc(files, func(f query.DeskFilesWaitingRow) bool { return f.Why == "reading" })
	if len(files) > 0 {
		out.wait("bank-files", int64(len(files)), int64(files[0].CreatedAt), 0)
		out.last().ID, out.last().Lacks = files[0].ID, files[0].Why
		if slices.ContainsFunc(files, func(f query.DeskFilesWaitingRow) bool { return f.Why != files[0].Why }) {
			out.last().Lacks = ""
		}
	}
	return nil
}

// todayCeremonies lists, for upcoming ceremonies, names to check, late orders to decide, and papers to pull.
func todayCeremonies(ctx context.Context, r db.Reader, out *Today) error {
	names, err := r.TodayNames(ctx)
	if err != nil {
		return err
	}
	late, err := r.TodayLateNames(ctx)
	if err != nil {
		return err
	}
	papers, err := r.TodayPapers(ctx)
	if err != nil {
		return err
	}
	out.list("names", names.Count, names.CeremonyID)
	out.list("late-names", late.Count, late.CeremonyID)
	out.list("papers", papers.Count, papers.CeremonyID)
	return nil
}

// list builds an item about a ceremony list.
func (t *Today) list(what string, count int64, ceremonyID string) {
	if count > 0 {
		t.Waiting = append(t.Waiting, Waiting{What: what, Count: count, ID: ceremonyID})
	}
}

// todayLateRefunds lists orders too late for a ceremony that must be refunded.
func todayLateRefunds(ctx context.Context, r db.Reader, out *Today) error {
	n, err := r.TodayLateRefunds(ctx)
	out.wait("late-refunds", n, 0, 0)
	return err
}

func (s *Service) todayWebsite(ctx context.Context, r db.Reader, out *Today) error {
	d, err := r.TodayDrafts(ctx)
	if err != nil {
		return err
	}
	if d.Changed > 0 {
		rows, err := r.TodayDraftNames(ctx)
		if err != nil {
			return err
		}
		out.wait("drafts", d.Changed, d.ChangedSince, 0)
		for _, row := range rows {
			out.last().name(row.TitleEn, row.TitleZh)
		}
	}
	bare, err := r.TodayPicturesBare(ctx)
	if err != nil {
		return err
	}
	out.wait("pictures", bare.Count, bare.Since, 0)
	if err := todayDebt(ctx, r, out, d.Older, d.Lacking); err != nil {
		return err
	}
	if err := todayAsked(ctx, r, out); err != nil {
		return err
	}
	rows, err := r.TodaySchedules(ctx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		out.Coming = append(out.Coming, Coming{
			What: "schedule", At: row.At.Time().UTC(), Kind: row.Kind, Record: row.RecordID, Title: locale.Text{EN: row.TitleEn, ZH: row.TitleZh},
		})
	}
	problems, err := r.TodayProblems(ctx)
	if err != nil {
		return err
	}
	return todayProblems(ctx, r, out, problems)
}

func todayAsked(ctx context.Context, r db.Reader, out *Today) error {
	rows, err := r.TodayAsked(ctx, httpd.VisitorOf(ctx).UserID)
	if err != nil {
		return err
	}
	for _, row := range rows {
		by, err := account.NameOf(ctx, r, row.AskedBy)
		if err != nil {
			return err
		}
		out.Asked = append(out.Asked, Asked{
			Record: row.ID, Kind: row.Kind, Title: locale.Text{EN: row.TitleEn, ZH: row.TitleZh}, Language: row.AskedFor, By: by, At: row.AskedAt.Time().UTC(),
		})
	}
	return nil
}

// todayCloses lists offerings that close soon.
func todayCloses(ctx context.Context, r db.Reader, out *Today) error {
	rows, err := r.TodayCloses(ctx, query.TodayClosesParams{Now: clock.MillisOf(out.Now), Until: clock.MillisOf(out.Now.Add(comingWithin))})
	for _, row := range rows {
		out.Coming = append(out.Coming, Coming{
			What: "closes", At: row.ClosesAt.Time().UTC(), Kind: editing.KindOffering, Record: row.RecordID, Title: locale.Text{EN: row.TitleEn, ZH: row.TitleZh},
		})
	}
	return err
}

// todaySteps is the progress of setting up a new temple; it ends when the first money has come in.
func todaySteps(ctx context.Context, r db.Reader, facts content.Facts, out *Today) error {
	paid, err := r.TodayPaid(ctx)
	if err != nil || paid {
		return err
	}
	sold, err := r.TodaySold(ctx)
	if err != nil {
		return err
	}
	written, err := content.OnSite(ctx, r)
	if err != nil {
		return err
	}
	forms, err := form.Newest(ctx, r)
	if err != nil {
		return err
	}
	asksNames := slices.ContainsFunc(forms, func(d form.Definition) bool { return d.Key != form.Contact && form.AsksName(d) })
	out.Steps = []Step{
		{"temple", facts.Open()}, {"hours", len(facts.Opening) > 0},
		{"policies", !slices.ContainsFunc(account.Policies, func(key string) bool { return !written.Has(key) })}, {"pages", written.AboutUs},
		{"paynow", facts.UEN != "" && facts.PayeeName != ""}, {"category", sold.Arranged}, {"form", asksNames},
		{"offering", sold.Offered}, {"order", sold.Ordered}, {"payment", false},
	}
	return nil
}
