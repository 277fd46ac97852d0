package office

import (
	"cmp"
	"context"
	"errors"
	"time"

	"shanmen/internal/account"
	"shanmen/internal/cart"
	"shanmen/internal/checkout"
	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/httpd"
	"shanmen/internal/invoice"
	"shanmen/internal/payment"
)

// LateDetail is all that a decision about late money needs.
type LateDetail struct {
	LateRow
	Mobile        string        `json:"mobile,omitempty"`
	Email         string        `json:"email,omitempty"`
	Asked         int64         `json:"asked" doc:"Cents of the code that was shown; 0: unknown"`
	Declared      *int64        `json:"declared,omitempty" doc:"Cents that the member says were transferred"`
	TransferredAt *time.Time    `json:"transferredAt,omitempty" doc:"As the member says"`
	Bank          *LateBankLine `json:"bank,omitempty"`
	Pictures      []Picture     `json:"pictures"`
	Cart          *LateCart     `json:"cart,omitempty" doc:"Absent when it is forgotten, or there was none"`
	Invoice       *invoice.View `json:"invoice,omitempty"`
	Decisions     []string      `json:"decisions" doc:"What can be done: invoice, reopen, refund, donation, not-arrived, counted; empty once it is decided"`
	Decision      *LateDecision `json:"decision,omitempty" doc:"Once somebody has decided"`
}

// LateBankLine is the line of a statement as the bank writes it.
type LateBankLine struct {
	BookedAt    time.Time `json:"bookedAt"`
	HasTime     bool      `json:"hasTime"`
	Amount      int64     `json:"amount"`
	Payer       string    `json:"payer"`
	Description string    `json:"description"`
	Reference   string    `json:"reference"`
}

// LateCart is the cart that the money was meant for, at the prices of then and of now.
type LateCart struct {
	Open  bool       `json:"open" doc:"The member still has it"`
	Then  int64      `json:"then" doc:"Cents"`
	Now   int64      `json:"now"`
	Items []LateItem `json:"items"`
}

// LateItem is one item of that cart.
type LateItem struct {
	Title       string `json:"title"`
	OptionTitle string `json:"optionTitle"`
	Quantity    int64  `json:"quantity"`
	Then        int64  `json:"then" doc:"Cents of all"`
	Now         int64  `json:"now"`
	State       string `json:"state" enum:"ok,changed,unavailable"`
	Reason      string `json:"reason,omitempty"`
}

// LateDecision is what became of late money.
type LateDecision struct {
	As        string    `json:"as" doc:"invoice, reopen, refund, donation or not-arrived"`
	At        time.Time `json:"at"`
	By        string    `json:"by,omitempty" doc:"Name"`
	InvoiceID string    `json:"invoiceId,omitempty"`
}

type lateOneIn struct {
	Kind string `path:"kind" enum:"transfer,line,excess"`
	ID   string `path:"id" maxLength:"64"`
}

// Late answers one transfer, line or excess.
func (s *Service) Late(ctx context.Context, in *lateOneIn) (*LateDetail, error) {
	r := s.DB.Read()
	out := &LateDetail{Pictures: []Picture{}, Decisions: []string{}, LateRow: LateRow{Kind: in.Kind, ID: in.ID}}
	switch in.Kind {
	case lateTransfer:
		return out, s.lateTransfer(ctx, r, out)
	case lateLine:
		return out, s.lateLine(ctx, r, out)
	}
	return out, s.lateExcess(ctx, r, out)
}

func (s *Service) lateTransfer(ctx context.Context, r db.Reader, out *LateDetail) error {
	t, err := r.Transfer(ctx, out.ID)
	if err != nil {
		return notFound(err)
	}
	out.At, out.Amount, out.For, out.Reference = clock.FromMillis(t.CreatedAt), otherwise(t.DeclaredAmount, t.Amount), "cart", t.Reference
	out.Asked, out.Declared, out.TransferredAt = t.Amount, t.DeclaredAmount, moment(t.TransactionAt)
	images, err := r.UploadImages(ctx, t.UploadID)
	if err != nil {
		return err
	}
	for _, m := range images {
		out.Pictures = append(out.Pictures, Picture{m.ID, pictureURL(m.ID), m.Width, m.Height})
	}
	if t.UserID != nil {
		if err := s.latePayer(ctx, r, out, *t.UserID); err != nil {
			return err
		}
	}
	if l, err := r.LineOfCart(ctx, t.OriginID); err == nil {
		out.withLine(l)
		if _, used, err := payment.UsedBy(ctx, r, l); (used || err != nil) && t.ResolvedAt == 0 {
			out.Decisions = append(out.Decisions, payment.LateCounted)
			return err
		}
	} else if !errors.Is(err, db.ErrNoRows) {
		return err
	}
	spent, found, err := payment.SpentLine(ctx, r, t)
	if err != nil {
		return err
	}
	if err := s.lateMeant(ctx, r, out, t.OriginID); err != nil {
		return err
	}
	if t.ResolvedAt > 0 {
		return s.lateDecided(ctx, out, LateDecision{As: cmp.Or(t.Resolution, payment.LateInvoice), At: clock.FromMillis(t.ResolvedAt), InvoiceID: t.InvoiceID}, t.ResolvedBy)
	}
	switch {
	case out.Bank != nil:
	case found: // the picture of a second transfer is found out by its own line, or never
		out.withLine(spent.BankLine)
		out.Decisions = []string{payment.LateCounted, payment.LateNotArrived}
	default:
		out.Decisions = append(out.Decisions, payment.LateNotArrived)
	}
	return nil
}

// lateMeant adds what the money was meant for as it stands now: the order that its cart has become, or the cart.
func (s *Service) lateMeant(ctx context.Context, r db.Reader, out *LateDetail, cartID string) error {
	v, found, err := payment.OrderOfCart(ctx, r, cartID)
	if err != nil {
		return err
	}
	if found {
		if err := s.lateInvoice(ctx, r, out, v.ID); err != nil {
			return err
		}
		out.For, out.Decisions = lateFor("cart", v.Status), append(out.Decisions, payment.LateChoices(v.Status)...)
		return nil
	}
	if err := s.lateCart(ctx, r, out, cartID); err != nil {
		return err
	}
	out.Decisions = append(out.Decisions, payment.LateRefunded, payment.LateDonated)
	return nil
}

func (s *Service) lateLine(ctx context.Context, r db.Reader, out *LateDetail) error {
	l, err := r.BankLine(ctx, out.ID)
	if err == nil && l.Late == "" {
		err = db.ErrNoRows
	}
	if err != nil {
		return notFound(err)
	}
	out.At, out.For, out.Reference, out.Payer = clock.FromMillis(l.BookedAt), l.Late, l.Reference, l.Payer
	out.withLine(l)
	switch l.Late {
	case "gift":
		out.Decisions = append(out.Decisions, payment.LateRefunded, payment.LateDonated)
	case "cart":
		c, err := r.CheckoutCart(ctx, l.LateID)
		if err != nil && !errors.Is(err, db.ErrNoRows) {
			return err
		}
		if out.Reference = cmp.Or(c.PaymentReference, l.Reference); c.UserID != nil {
			if err := s.latePayer(ctx, r, out, *c.UserID); err != nil {
				return err
			}
		}
		if err := s.lateMeant(ctx, r, out, l.LateID); err != nil {
			return err
		}
	default:
		if err := s.lateInvoice(ctx, r, out, l.LateID); err != nil {
			return err
		}
		out.For, out.Decisions = lateFor(l.Late, out.Invoice.Status), append(out.Decisions, payment.LateChoices(out.Invoice.Status)...)
	}
	if l.State != "open" {
		return s.lateDecided(ctx, out, LateDecision{As: cmp.Or(l.Reason, l.State), At: clock.FromMillis(l.DecidedAt)}, l.DecidedBy)
	}
	if _, used, err := payment.UsedBy(ctx, r, l); used || err != nil {
		out.Decisions = []string{payment.LateCounted}
		return err
	}
	return nil
}

func (s *Service) lateExcess(ctx context.Context, r db.Reader, out *LateDetail) error {
	p, err := r.Payment(ctx, out.ID)
	if err == nil && p.Excess == 0 {
		err = db.ErrNoRows
	}
	if err != nil {
		return notFound(err)
	}
	out.At, out.Amount, out.For = clock.FromMillis(p.DecidedAt), p.Excess, "order"
	if err := s.lateInvoice(ctx, r, out, p.InvoiceID); err != nil {
		return err
	}
	if p.ExcessAs != "" {
		return s.lateDecided(ctx, out, LateDecision{As: p.ExcessAs, InvoiceID: p.InvoiceID}, "")
	}
	out.Decisions = append(out.Decisions, payment.LateRefunded, payment.LateDonated)
	return nil
}

func (d *LateDetail) withLine(l query.BankLine) {
	at := clock.FromMillis(l.BookedAt)
	d.Amount, d.Arrived = l.Amount, &at
	d.Bank = &LateBankLine{at, l.HasTime == 1, l.Amount, l.Payer, l.Description, l.Reference}
}

func (s *Service) latePayer(ctx context.Context, r db.Reader, out *LateDetail, userID string) error {
	u, err := account.Find(ctx, r, userID)
	if errors.Is(err, fault.NotFound()) {
		return nil
	}
	out.Payer, out.PayerChinese, out.Mobile, out.Email = cmp.Or(u.Name, out.Payer), u.ChineseName, u.Mobile, u.MailTo()
	return err
}

func (s *Service) lateInvoice(ctx context.Context, r db.Reader, out *LateDetail, invoiceID string) error {
	v, err := invoice.ViewOf(ctx, r, invoiceID, httpd.LocaleOf(ctx))
	if err != nil {
		return err
	}
	out.Invoice, out.InvoiceID, out.InvoiceNumber, out.Reference = v, v.ID, v.Number, v.PaymentReference
	out.Payer, out.PayerChinese = cmp.Or(v.Payer.Name, out.Payer), v.Payer.ChineseName
	out.Mobile, out.Email = v.Payer.Mobile, v.Payer.Email
	return nil
}

// lateCart adds the cart, as long as somebody remembers it: then an order can be made of it.
func (s *Service) lateCart(ctx context.Context, r db.Reader, out *LateDetail, cartID string) error {
	c, lines, err := s.Checkout.LateCart(ctx, r, cartID)
	if errors.Is(err, fault.NotFound()) || err == nil && len(lines) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	l := httpd.LocaleOf(ctx)
	out.Cart = &LateCart{Open: c.Status == "open", Now: cart.Total(lines)}
	if c.QrShownTotal != nil && out.Asked == 0 {
		out.Asked = *c.QrShownTotal
	}
	for _, it := range lines {
		then := checkout.ThenPrice(it) * it.Quantity
		out.Cart.Then += then
		out.Cart.Items = append(out.Cart.Items, LateItem{it.Title.In(l), it.OptionTitle.In(l), it.Quantity, then, it.Amount(), it.State, it.Reason})
	}
	if c.Status != "paid" && c.UserID != nil {
		out.Decisions = append(out.Decisions, payment.LateInvoice)
	}
	return nil
}

func (s *Service) lateDecided(ctx context.Context, out *LateDetail, d LateDecision, by string) (err error) {
	out.Decisions = []string{}
	d.By, err = nameOf(ctx, s.DB.Read(), by)
	out.Decision = &d
	return err
}
