package late

import (
	"cmp"
	"context"
	"errors"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/content"
	"shanmen/internal/people/account"
	"shanmen/internal/people/chat"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/bankline"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
)

// Detail is everything needed for a decision about late money.
type Detail struct {
	Row
	Mobile        string            `json:"mobile,omitempty"`
	Links         *chat.Links       `json:"links,omitempty" doc:"Links to call or message the payer"`
	Email         string            `json:"email,omitempty"`
	Asked         money.Cents       `json:"asked" doc:"Amount of the QR code that was shown, in cents; 0: unknown"`
	Declared      *money.Cents      `json:"declared,omitempty" doc:"Cents transferred, as declared by the member"`
	TransferredAt *time.Time        `json:"transferredAt,omitempty" doc:"Transfer time, as declared by the member"`
	Bank          *BankLine         `json:"bank,omitempty"`
	Provider      *ProviderPayment  `json:"provider,omitempty" doc:"Of a payment provider, which has confirmed it"`
	Pictures      []payment.Picture `json:"pictures"`
	Cart          *Cart             `json:"cart,omitempty" doc:"Absent when the cart was deleted, or there was none"`
	Invoice       *invoice.View     `json:"invoice,omitempty"`
	Decisions     []string          `json:"decisions" doc:"Possible decisions: invoice, reopen, refund, donation, not-arrived, counted; empty once it is decided"`
	Decision      *Decision         `json:"decision,omitempty" doc:"Present once it is decided"`

	person chat.Person
}

// BankLine is the line of a statement as the bank writes it.
type BankLine struct {
	BookedAt    time.Time   `json:"bookedAt"`
	HasTime     bool        `json:"hasTime"`
	Amount      money.Cents `json:"amount"`
	Payer       string      `json:"payer"`
	Description string      `json:"description"`
	Reference   string      `json:"reference"`
}

// ProviderPayment is what a payment provider has received.
type ProviderPayment struct {
	Name      string      `json:"name" doc:"Of the provider: hitpay"`
	PaymentID string      `json:"paymentId" doc:"The provider's own"`
	Currency  string      `json:"currency" doc:"Other than SGD: a person says how many cents arrived"`
	Amount    money.Cents `json:"amount" doc:"In the smallest unit of the currency"`
}

// Cart is the intended cart, at former and current prices.
type Cart struct {
	Open  bool        `json:"open" doc:"The cart still exists"`
	Then  money.Cents `json:"then" doc:"Cents"`
	Now   money.Cents `json:"now"`
	Items []Item      `json:"items"`
}

// Item is one item of that cart.
type Item struct {
	Title       string      `json:"title"`
	OptionTitle string      `json:"optionTitle"`
	Quantity    int64       `json:"quantity"`
	Then        money.Cents `json:"then" doc:"Total in cents"`
	Now         money.Cents `json:"now"`
	State       string      `json:"state" enum:"ok,changed,unavailable"`
	Reason      string      `json:"reason,omitempty"`
}

// Decision is the result for late money.
type Decision struct {
	As        string    `json:"as" doc:"invoice, reopen, refund, donation or not-arrived"`
	At        time.Time `json:"at"`
	By        string    `json:"by,omitempty" doc:"Name of the person who decided"`
	InvoiceID string    `json:"invoiceId,omitempty"`
}

type oneIn struct {
	Kind string `path:"kind" enum:"transfer,line,excess"`
	ID   string `path:"id" maxLength:"64"`
}

// One answers with one transfer, line or excess.
func (s *Service) One(ctx context.Context, in *oneIn) (*Detail, error) {
	r := s.DB.Read()
	out := &Detail{Pictures: []payment.Picture{}, Decisions: []string{}, Row: Row{Kind: in.Kind, ID: in.ID}}
	read := map[string]func(context.Context, db.Reader, *Detail) error{kindTransfer: s.transferDetail, kindLine: s.lineDetail, kindExcess: s.excessDetail}
	if err := read[in.Kind](ctx, r, out); err != nil {
		return nil, err
	}
	temple, err := content.Sender(ctx, r, s.Base)
	if err != nil {
		return nil, err
	}
	out.Links = chat.To(s.Messages, temple, out.person, chat.Late, map[string]any{"amount": money.Format(out.Amount)})
	return out, nil
}

func (s *Service) transferDetail(ctx context.Context, r db.Reader, out *Detail) error {
	t, err := r.Transfer(ctx, out.ID)
	if err != nil {
		return db.NotFound(err)
	}
	out.At, out.Amount, out.For, out.Reference = t.CreatedAt.Time(), payment.DeclaredOr(t.DeclaredAmount, t.Amount), "cart", t.Reference
	out.Asked, out.Declared, out.TransferredAt = t.Amount, t.DeclaredAmount, clock.MomentOf(t.TransactionAt)
	images, err := r.UploadImages(ctx, t.UploadID)
	if err != nil {
		return err
	}
	for _, m := range images {
		out.Pictures = append(out.Pictures, payment.PictureOf(m.ID, m.Width, m.Height))
	}
	if t.UserID != nil {
		if err := s.addPayer(ctx, r, out, *t.UserID); err != nil {
			return err
		}
	}
	if c, is, err := providerOf(ctx, r, t.ID); is || err != nil {
		if err == nil {
			err = s.confirmedDetail(ctx, r, out, t, c)
		}
		if err != nil || t.ResolvedAt == 0 {
			return err
		}
		return s.addDecision(ctx, out, Decision{As: cmp.Or(t.Resolution, Invoice), At: t.ResolvedAt.Time(), InvoiceID: t.InvoiceID}, t.ResolvedBy)
	}
	if l, err := r.LineOfCart(ctx, t.OriginID); err == nil {
		out.withLine(l)
		if _, used, err := UsedBy(ctx, r, l); (used || err != nil) && t.ResolvedAt == 0 {
			out.Decisions = append(out.Decisions, Counted)
			return err
		}
	} else if !errors.Is(err, db.ErrNoRows) {
		return err
	}
	spent, found, err := spentLine(ctx, r, t)
	if err != nil {
		return err
	}
	if err := s.addMeant(ctx, r, out, t.OriginID); err != nil {
		return err
	}
	if t.ResolvedAt > 0 {
		return s.addDecision(ctx, out, Decision{As: cmp.Or(t.Resolution, Invoice), At: t.ResolvedAt.Time(), InvoiceID: t.InvoiceID}, t.ResolvedBy)
	}
	_, used, err := countedPicture(ctx, r, t)
	if err != nil {
		return err
	}
	switch {
	case out.Bank != nil:
	case used:
		out.Decisions = []string{Counted}
	case found: // the picture of a second transfer is only recognised by its own line
		out.withLine(spent.BankLine)
		out.Decisions = []string{Counted, NotArrived}
	default:
		out.Decisions = append(out.Decisions, NotArrived)
	}
	return nil
}

// addMeant adds the intended order or cart in its current state.
func (s *Service) addMeant(ctx context.Context, r db.Reader, out *Detail, cartID string) error {
	v, found, err := orderOfCart(ctx, r, cartID)
	if err != nil {
		return err
	}
	if found {
		if err := s.addInvoice(ctx, r, out, v.ID); err != nil {
			return err
		}
		out.For, out.Decisions = meantFor("cart", v.Status), append(out.Decisions, choices(v.Status)...)
		return nil
	}
	if err := s.addCart(ctx, r, out, cartID); err != nil {
		return err
	}
	out.Decisions = append(out.Decisions, Refunded, Donated)
	return nil
}

func (s *Service) lineDetail(ctx context.Context, r db.Reader, out *Detail) error {
	l, err := r.BankLine(ctx, out.ID)
	if err == nil && l.Late == "" {
		err = db.ErrNoRows
	}
	if err != nil {
		return db.NotFound(err)
	}
	out.At, out.For, out.Reference, out.Payer = l.BookedAt.Time(), l.Late, l.Reference, l.Payer
	out.withLine(l)
	switch l.Late {
	case "cart":
		c, err := r.CheckoutCart(ctx, l.LateID)
		if err != nil && !errors.Is(err, db.ErrNoRows) {
			return err
		}
		if out.Reference = cmp.Or(c.PaymentReference, l.Reference); c.UserID != nil {
			if err := s.addPayer(ctx, r, out, *c.UserID); err != nil {
				return err
			}
		}
		if err := s.addMeant(ctx, r, out, l.LateID); err != nil {
			return err
		}
	default:
		if err := s.addInvoice(ctx, r, out, l.LateID); err != nil {
			return err
		}
		out.For, out.Decisions = meantFor(l.Late, out.Invoice.Status), append(out.Decisions, choices(out.Invoice.Status)...)
	}
	if l.State != bankline.Open {
		return s.addDecision(ctx, out, Decision{As: cmp.Or(l.Reason, l.State), At: l.DecidedAt.Time()}, l.DecidedBy)
	}
	if _, used, err := UsedBy(ctx, r, l); used || err != nil {
		out.Decisions = []string{Counted}
		return err
	}
	return nil
}

func (s *Service) excessDetail(ctx context.Context, r db.Reader, out *Detail) error {
	p, err := r.Payment(ctx, out.ID)
	if err == nil && p.Excess == 0 {
		err = db.ErrNoRows
	}
	if err != nil {
		return db.NotFound(err)
	}
	out.At, out.Amount, out.For = p.DecidedAt.Time(), p.Excess, "order"
	if err := s.addInvoice(ctx, r, out, p.InvoiceID); err != nil {
		return err
	}
	if p.ExcessAs != "" {
		return s.addDecision(ctx, out, Decision{As: p.ExcessAs, InvoiceID: p.InvoiceID}, "")
	}
	out.Decisions = append(out.Decisions, Refunded, Donated)
	return nil
}

func (d *Detail) withLine(l query.BankLine) {
	at := l.BookedAt.Time()
	d.Amount, d.Arrived = l.Amount, &at
	d.Bank = &BankLine{at, l.HasTime, l.Amount, l.Payer, l.Description, l.Reference}
}

func (s *Service) addPayer(ctx context.Context, r db.Reader, out *Detail, userID string) error {
	u, err := account.Find(ctx, r, userID)
	if errors.Is(err, fault.NotFound()) {
		return nil
	}
	out.Payer, out.PayerChinese, out.Mobile, out.Email = cmp.Or(u.Name, out.Payer), u.ChineseName, u.Mobile, u.MailTo()
	out.person = chat.Person{Of: "user:" + u.ID, Number: u.Mobile, Name: u.Name, Chinese: u.ChineseName, Locale: u.Locale}
	return err
}

func (s *Service) addInvoice(ctx context.Context, r db.Reader, out *Detail, invoiceID string) error {
	v, err := invoice.ViewOf(ctx, r, invoiceID, httpd.LocaleOf(ctx))
	if err != nil {
		return err
	}
	out.Invoice, out.InvoiceID, out.InvoiceNumber, out.Reference = v, v.ID, v.Number, v.PaymentReference
	out.Payer, out.PayerChinese = cmp.Or(v.Payer.Name, out.Payer), v.Payer.ChineseName
	out.Mobile, out.Email = v.Payer.Mobile, v.Payer.Email
	out.person = chat.Person{Of: "invoice:" + v.ID, Number: v.Payer.Mobile, Name: v.Payer.Name, Chinese: v.Payer.ChineseName, Locale: locale.Locale(v.Locale)}
	return nil
}

// addCart adds the cart while it is stored, so that an order can be made from it.
func (s *Service) addCart(ctx context.Context, r db.Reader, out *Detail, cartID string) error {
	c, lines, err := s.cartOf(ctx, r, cartID)
	if errors.Is(err, fault.NotFound()) || err == nil && len(lines) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	l := httpd.LocaleOf(ctx)
	out.Cart = &Cart{Open: c.Status == "open", Now: cart.Total(lines)}
	if c.QrShownTotal != nil && out.Asked == 0 {
		out.Asked = *c.QrShownTotal
	}
	for _, it := range lines {
		then := ThenPrice(it) * money.Cents(it.Quantity)
		out.Cart.Then += then
		out.Cart.Items = append(out.Cart.Items, Item{it.Title.In(l), it.OptionTitle.In(l), it.Quantity, then, it.Amount(), it.State, it.Reason})
	}
	if c.Status != "paid" && c.UserID != nil {
		out.Decisions = append(out.Decisions, Invoice)
	}
	return nil
}

func (s *Service) addDecision(ctx context.Context, out *Detail, d Decision, by string) (err error) {
	out.Decisions = []string{}
	d.By, err = account.NameOf(ctx, s.DB.Read(), by)
	out.Decision = &d
	return err
}
