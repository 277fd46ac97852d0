package late

import (
	"context"
	"errors"
	"slices"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/payment"
)

type decideIn struct {
	Kind string `path:"kind" enum:"transfer,line,excess"`
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		As       string       `json:"as" enum:"invoice,reopen,refund,donation,not-arrived,counted"`
		Received money.Cents  `json:"received,omitempty" minimum:"0" maximum:"20000000" doc:"Cents received; only for a transfer that is on no statement"`
		Prices   string       `json:"prices,omitempty" enum:"now,then" doc:"For a new order: use today's prices, or those that were shown"`
		Method   money.Method `json:"method,omitempty" enum:"1,2001" doc:"Method of a refund"`
		Reason   string       `json:"reason,omitempty" doc:"For a refund: a code of refund.reason.*"`
		Note     string       `json:"note,omitempty" doc:"Message to the payer, for a refund"`
	}
}

// Decide decides late money, once: "already-decided" or "excess-decided" for the second person. It answers with the
// decision.
func (s *Service) Decide(ctx context.Context, in *decideIn) (*Detail, error) {
	_, err := httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*struct{}, error) {
		d := &decision{Service: s, tx: tx, in: in, actorID: httpd.VisitorOf(ctx).UserID}
		switch in.Kind {
		case kindTransfer:
			return nil, d.transfer(ctx)
		case kindLine:
			return nil, d.line(ctx)
		}
		return nil, d.excess(ctx)
	})
	if err != nil {
		return nil, err
	}
	return s.One(ctx, &oneIn{in.Kind, in.ID})
}

// decision is one decision in its transaction. Lock order: turn, cart, transfer, line, invoice.
type decision struct {
	*Service
	tx      *db.Tx
	in      *decideIn
	actorID string
}

// transfer decides about a declared transfer, and its bank line if there is one.
func (d *decision) transfer(ctx context.Context) error {
	seen, err := d.tx.Transfer(ctx, d.in.ID)
	if err != nil {
		return db.NotFound(err)
	}
	if _, err := d.tx.BankTurn(ctx); err != nil {
		return err
	}
	if _, err := d.tx.CartLock(ctx, seen.OriginID); err != nil && !errors.Is(err, db.ErrNoRows) {
		return err
	}
	t, err := d.lockTransfer(ctx, d.tx, seen.ID)
	if err != nil {
		return err
	}
	if c, is, err := providerOf(ctx, d.tx.Queries, t.ID); is || err != nil {
		if err != nil {
			return err
		}
		return d.confirmed(ctx, t, c)
	}
	l, err := d.tx.LineOfCart(ctx, t.OriginID)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return err
	}
	a := payment.Arrival{Received: d.in.Body.Received, UploadID: t.UploadID, LineID: l.ID, ActorID: d.actorID}
	if a.UserID, err = d.pictureOf(ctx, t); err != nil {
		return err
	}
	if t.TransactionAt != nil {
		a.At = (*t.TransactionAt).Time()
	}
	if l.ID != "" {
		a.Received, a.At = l.Amount, l.BookedAt.Time()
	}
	of := meant{cartID: t.OriginID, transferID: t.ID, reference: t.Reference}
	if t.UserID != nil {
		of.userID = *t.UserID
	}
	if err := d.findOrder(ctx, &of); err != nil {
		return err
	}
	if l.ID != "" {
		if counted, err := d.counted(ctx, l); counted || err != nil { // the declaration is closed too if the payment has its picture
			return err
		}
	}
	if l.ID == "" {
		if closed, err := d.spent(ctx, t); closed || err != nil {
			return err
		}
	}
	invoiceID := ""
	switch d.in.Body.As {
	case NotArrived:
		if l.ID != "" {
			return fault.Invalid("transfer-arrived")
		}
		err = d.Payments.TellNotArrived(ctx, d.tx, t, of.order)
	default:
		invoiceID, err = d.money(ctx, a, of)
	}
	if err != nil {
		return err
	}
	if l.ID != "" {
		if err := d.closeLine(ctx, d.tx, l, d.in.Body.As, invoiceID, d.actorID); err != nil {
			return err
		}
	}
	return d.closeTransfer(ctx, d.tx, t, d.in.Body.As, invoiceID, d.actorID)
}

// findOrder finds the order made from a cart meanwhile, under the cart's lock.
func (d *decision) findOrder(ctx context.Context, of *meant) error {
	if of.cartID == "" {
		return nil
	}
	v, found, err := orderOfCart(ctx, d.tx.Queries, of.cartID)
	if found {
		of.cartID, of.order = "", &v
	}
	return err
}

// counted closes a line whose money was counted before, if that is the decision; others are refused, because one
// transfer would be used twice.
func (d *decision) counted(ctx context.Context, l query.BankLine) (closed bool, err error) {
	u, used, err := UsedBy(ctx, d.tx.Queries, l)
	switch {
	case err != nil:
		return false, err
	case used && d.in.Body.As == Counted:
		return true, d.closeCounted(ctx, d.tx, l, u, d.actorID)
	case used:
		return false, fault.Invalid("late-counted")
	case d.in.Body.As == Counted:
		return false, notADecision()
	}
	return false, nil
}

// spent closes a transfer whose money was used through its line, or with its picture for another order, if that is the
// decision; others are refused.
func (d *decision) spent(ctx context.Context, t query.UnclaimedTransfer) (closed bool, err error) {
	invoiceID, used, err := countedPicture(ctx, d.tx.Queries, t)
	switch {
	case err != nil:
		return false, err
	case used && d.in.Body.As == Counted:
		return true, d.closeTransfer(ctx, d.tx, t, Counted, invoiceID, d.actorID)
	case used:
		return false, fault.Invalid("late-counted")
	}
	l, found, err := spentLine(ctx, d.tx.Queries, t)
	switch {
	case err != nil || d.in.Body.As == NotArrived:
		return false, err
	case found && d.in.Body.As == Counted:
		return true, d.closeSpent(ctx, d.tx, t, l, d.actorID)
	case found:
		return false, fault.Invalid("late-counted")
	case d.in.Body.As == Counted:
		return false, notADecision()
	}
	return false, nil
}

// line decides about a bank credit.
func (d *decision) line(ctx context.Context) error {
	l, err := d.lockLine(ctx, d.tx, d.in.ID)
	if err != nil {
		return err
	}
	of, declared := meant{reference: l.Reference, payer: l.Payer}, query.UnclaimedTransfer{}
	switch l.Late {
	case "cart":
		c, err := d.tx.CartLock(ctx, l.LateID)
		if err != nil && !errors.Is(err, db.ErrNoRows) {
			return err
		}
		if of.cartID = c.ID; c.UserID != nil {
			of.userID = *c.UserID
		}
		if declared, err = d.declared(ctx, &of, l, l.LateID); err != nil {
			return err
		}
		if err := d.findOrder(ctx, &of); err != nil {
			return err
		}
	default:
		v, err := d.tx.Invoice(ctx, l.LateID)
		if err != nil {
			return db.NotFound(err)
		}
		of.order = &v
		if declared, err = d.declared(ctx, &of, l, v.OriginID); err != nil {
			return err
		}
	}
	if closed, err := d.counted(ctx, l); closed || err != nil {
		return err
	}
	a := payment.Arrival{Received: l.Amount, At: l.BookedAt.Time(), LineID: l.ID, UploadID: declared.UploadID, ActorID: d.actorID}
	if a.UserID, err = d.pictureOf(ctx, declared); err != nil {
		return err
	}
	invoiceID, err := d.money(ctx, a, of)
	if err != nil {
		return err
	}
	if declared.ID != "" {
		if err := d.closeTransfer(ctx, d.tx, declared, d.in.Body.As, invoiceID, d.actorID); err != nil {
			return err
		}
	}
	return d.closeLine(ctx, d.tx, l, d.in.Body.As, invoiceID, d.actorID)
}

// pictureOf is who sent the picture of a transfer, "" without one; for a walk-in it was a clerk.
func (d *decision) pictureOf(ctx context.Context, t query.UnclaimedTransfer) (userID string, err error) {
	if t.UploadID == "" {
		return "", nil
	}
	userID, err = d.tx.UploadOwner(ctx, t.UploadID)
	if errors.Is(err, db.ErrNoRows) { // deleted after its retention period
		err = nil
	}
	return userID, err
}

// declared is the transfer declared for a cart or its order, if the line is its bank line: they are decided together.
func (d *decision) declared(ctx context.Context, of *meant, l query.BankLine, cartID string) (query.UnclaimedTransfer, error) {
	first, err := d.tx.LineOfCart(ctx, cartID)
	if err != nil || first.ID != l.ID {
		return query.UnclaimedTransfer{}, err
	}
	t, err := d.tx.TransferOfCart(ctx, cartID)
	if errors.Is(err, db.ErrNoRows) {
		return t, nil
	}
	if err == nil {
		t, err = d.lockTransfer(ctx, d.tx, t.ID)
		if of.transferID = t.ID; t.UserID != nil {
			of.userID = *t.UserID
		}
	}
	return t, err
}

// excess decides about an overpayment.
func (d *decision) excess(ctx context.Context) error {
	p, err := d.tx.Payment(ctx, d.in.ID)
	if err != nil {
		return db.NotFound(err)
	}
	if p.ExcessAs != "" {
		return fault.Invalid("excess-decided")
	}
	switch d.in.Body.As {
	case Donated:
		return d.Payments.DonateExcess(ctx, d.tx, p.InvoiceID, d.actorID)
	case Refunded:
		_, err := d.Payments.Refund(ctx, d.tx, payment.Refund{
			InvoiceID: p.InvoiceID, Method: d.in.Body.Method, Amount: p.Excess, Reason: payment.ReasonOverpaid, Note: d.in.Body.Note, ActorID: d.actorID,
		})
		return err
	}
	return notADecision()
}

func notADecision() error {
	return fault.At("as", "not-a-choice")
}

// meant is the intended use of money without an order.
type meant struct {
	cartID, userID, transferID, reference string
	payer                                 string         // in the bank's spelling
	order                                 *query.Invoice // an order that had ended
}

// money executes the decision; invoiceID is the order that has the money now.
func (d *decision) money(ctx context.Context, a payment.Arrival, of meant) (invoiceID string, err error) {
	if a.Received <= 0 {
		return "", fault.At("received", "required")
	}
	if of.order != nil {
		if err := d.lockOrder(ctx, &of); err != nil {
			return "", err
		}
	}
	switch d.in.Body.As {
	case Invoice:
		if of.order != nil {
			return of.order.ID, d.Payments.BookArrival(ctx, d.tx, of.order.ID, a)
		}
		if of.cartID == "" {
			return "", notADecision()
		}
		if d.in.Body.Prices == "" {
			return "", fault.At("prices", "required")
		}
		invoiceID, err = d.OrderOfCart(ctx, d.tx, CartArrival{CartID: of.cartID, Prices: d.in.Body.Prices, Arrival: a})
		return invoiceID, err
	case Reopened:
		if of.order == nil {
			return "", notADecision()
		}
		return of.order.ID, d.Reopen(ctx, d.tx, of.order.ID, a)
	case Refunded:
		return "", d.giveBack(ctx, a, of)
	case Donated:
		g, err := d.gift(ctx, a, of)
		if err != nil {
			return "", err
		}
		invoiceID, err = d.donate(ctx, d.tx, g)
		return invoiceID, err
	}
	return "", notADecision()
}

// lockOrder locks the order and refuses decisions that its status does not allow: an order that waits for money gets
// it.
func (d *decision) lockOrder(ctx context.Context, of *meant) error {
	v, err := invoice.Lock(ctx, d.tx, of.order.ID)
	if err != nil {
		return err
	}
	of.order = &v
	can := choices(v.Status)
	switch {
	case slices.Contains(can, d.in.Body.As):
		return nil
	case len(can) == 0:
		return fault.Invalid("payment-undecided")
	case slices.Contains(can, Invoice):
		return fault.Invalid("late-order-waits").With("number", v.Number)
	case d.in.Body.As == Reopened:
		return fault.Invalid("illegal-transition")
	case d.in.Body.As == Invoice:
		return fault.Invalid("cart-paid")
	}
	return notADecision()
}

func (d *decision) giveBack(ctx context.Context, a payment.Arrival, of meant) error {
	r := payment.Return{TransferID: of.transferID, LineID: a.LineID, UserID: of.userID, Reference: of.reference}
	r.Refund = payment.Refund{Method: d.in.Body.Method, Amount: a.Received, Reason: d.in.Body.Reason, Note: d.in.Body.Note, ActorID: d.actorID}
	if of.order != nil {
		r.Order, r.Reference = of.order, of.order.PaymentReference
	}
	_, err := d.Payments.GiveTransferBack(ctx, d.tx, r)
	return err
}

// gift is the donation from late money: by the account or payer of the order, else by the payer named by the bank.
func (d *decision) gift(ctx context.Context, a payment.Arrival, of meant) (gift, error) {
	g := gift{Arrival: a, Owner: of.userID, Locale: locale.EN, Key: of.transferID + a.LineID}
	if v := of.order; v != nil {
		g.Locale, g.Payer = locale.Locale(v.Locale), invoice.Payer{Name: v.PayerName, ChineseName: v.PayerChinese, Mobile: v.PayerMobile, Email: v.PayerEmail}
		if v.UserID != nil {
			g.Owner = *v.UserID
		}
		return g, nil
	}
	if of.payer != "" {
		g.Payer.Name = of.payer
	}
	if g.Owner != "" {
		u, err := account.Find(ctx, d.tx.Queries, g.Owner)
		if err != nil {
			return g, err
		}
		g.Payer = invoice.Payer{Name: u.Name, ChineseName: u.ChineseName, Mobile: u.Mobile, Email: u.MailTo()}
		if u.Locale != "" {
			g.Locale = u.Locale
		}
	}
	return g, nil
}
