package app

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"math"
	"text/tabwriter"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
	"shanmen/web"
)

// listLetters prints the newest hundred undelivered letters, and the other dead jobs.
func (a *App) listLetters(ctx context.Context, stdout io.Writer) error {
	rows, err := outbox.Troubled(ctx, a.DB.Read(), query.TroubledLettersParams{AfterAt: math.MaxInt64, Most: 100})
	if err != nil {
		return err
	}
	dead, err := a.DB.Read().DeadJobs(ctx)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(stdout, 0, 4, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "ID\tKIND\tSINCE\tTRIES\tNEXT TRY\tPROBLEM")
	line := func(id, kind string, at time.Time, tries int64, next, problem string) {
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\n", id, kind, at.In(clock.Singapore).Format(time.DateTime), tries, next, problem)
	}
	for _, l := range rows {
		next := "given up"
		if !l.Dead {
			next = l.NextAt.In(clock.Singapore).Format(time.DateTime)
		}
		line(l.ID, l.Kind+" "+l.Template, l.CreatedAt, l.Tries, next, l.Error)
	}
	for _, d := range dead {
		if d.Kind != outbox.KindMail && d.Kind != outbox.KindSMS {
			line(d.ID, d.Kind, d.CreatedAt.Time(), d.Attempts, "given up", d.LastError)
		}
	}
	return w.Flush()
}

// retryLetters retries one dead job, or all of them.
func (a *App) retryLetters(ctx context.Context, which string, stdout io.Writer) error {
	ids := []string{which}
	if which == "all" {
		var err error
		if ids, err = a.DB.Read().AllDeadJobs(ctx); err != nil {
			return err
		}
	}
	done := 0
	for _, id := range ids {
		ok, err := db.WriteValue(ctx, a.DB, func(ctx context.Context, tx *db.Tx) (bool, error) {
			now := a.Clock.Now()
			ok, err := outbox.RetryNow(ctx, tx, id, now)
			if err != nil || !ok {
				return false, err
			}
			return true, audit.Note(ctx, tx, "letter.again", "letter:"+id, nil, nil)
		})
		if err != nil {
			return err
		}
		if ok {
			done++
		}
	}
	if done == 0 && which != "all" {
		return fmt.Errorf("nothing in trouble has the id %q: \"shanmen outbox list\" shows what has", which)
	}
	_, err := fmt.Fprintf(stdout, "%d will be tried again as soon as the program runs.\n", done)
	return err
}

// orderForLetter reads the order details that a mail shows.
func (a *App) orderForLetter(ctx context.Context, id string, l locale.Locale) (*outbox.Order, error) {
	return invoice.ForLetter(ctx, a.DB.Read(), a.Messages, id, l)
}

// sender is the temple's name and contact details for mails and SMS.
func (a *App) sender(ctx context.Context) (outbox.Temple, error) {
	return content.Sender(ctx, a.DB.Read(), a.Config.base)
}

// wireLetters sets the transports of the outbox.
func (a *App) wireLetters() {
	if a.mail == nil {
		return
	}
	mailer := &outbox.Mailer{
		From: cmp.Or(a.Config.MailFrom, "temple@"+a.Config.base.Hostname()), Base: a.Config.base, Messages: a.Messages, Temple: a.sender, Clock: a.Clock, Transport: a.mail,
		Makers: map[string]outbox.AttachmentMaker{payment.AttachReceipt: a.Payments.ReceiptPDF, payment.AttachInvoice: a.Payments.InvoicePaper}, Orders: a.orderForLetter, Seal: seal(),
	}
	texter := &outbox.Texter{Base: a.Config.base, Messages: a.Messages, Temple: a.sender, Transport: a.sms}
	a.Outbox.Handle(outbox.KindMail, mailer.Handle)
	a.Outbox.Handle(outbox.KindSMS, texter.Handle)
}

// seal is the temple's logo as a PNG; nil before the web is built.
func seal() []byte {
	png, err := fs.ReadFile(web.Dist(), "apple-touch-icon.png")
	if err != nil {
		return nil
	}
	return png
}
