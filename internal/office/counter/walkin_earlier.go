package counter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/keyset"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/family"
	"shanmen/internal/offer/form"
	"shanmen/internal/offer/offering"
	"shanmen/internal/office/imports"
	"shanmen/internal/office/trail"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/lookup"
	"shanmen/internal/sales/cart"
	"shanmen/internal/sales/invoice"
)

const (
	earlierYears  = 2
	earlierOrders = 5
)

// Earlier is what is known about a mobile number: the member who has verified it, and the last orders.
type Earlier struct {
	Mobile string          `json:"mobile" doc:"E.164; empty if the input is not a mobile number"`
	Member *EarlierMember  `json:"member,omitempty" doc:"The member to whose account an order can be added"`
	Family []family.Person `json:"family" doc:"The member's family book"`
	Orders []EarlierOrder  `json:"orders" doc:"Orders of the last two years, newest first, five at most"`
	// Imported people without an account.
	Imported []imports.ImportedFound `json:"imported" doc:"Matches in imported lists, by number or name; ten at most"`
}

// EarlierMember is the account of a number.
type EarlierMember struct {
	ID          string `json:"id" doc:"User id"`
	Name        string `json:"name"`
	ChineseName string `json:"chineseName"`
	Email       string `json:"email" doc:"Empty unless it is confirmed"`
	Locale      string `json:"locale" enum:"en,zh"`
}

// EarlierOrder is an order that can be repeated.
type EarlierOrder struct {
	ID        string        `json:"id"`
	Number    string        `json:"number"`
	CreatedAt time.Time     `json:"createdAt"`
	Locale    string        `json:"locale" enum:"en,zh"`
	Payer     WalkInPayer   `json:"payer"`
	SubTotal  money.Cents   `json:"subTotal" doc:"Cents, at the time of the order"`
	Items     []EarlierItem `json:"items"`

	own bool // belongs to the member
}

// EarlierItem is an earlier item, with today's price.
type EarlierItem struct {
	WalkInItem
	OfferingKey string      `json:"offeringKey,omitempty" doc:"Absent: the offering no longer exists"`
	Title       string      `json:"title"`
	OptionTitle string      `json:"optionTitle"`
	Names       []string    `json:"names" doc:"Names that it was for"`
	Sheet       *form.Sheet `json:"sheet,omitempty" doc:"The form as it is read"`
	NamesGone   bool        `json:"namesGone,omitempty" doc:"The names have been deleted"`
	PriceBefore money.Cents `json:"priceBefore" doc:"Cents per unit"`
	Price       money.Cents `json:"price" doc:"Cents per unit, today; 0 if unknown"`
	Reason      string      `json:"reason,omitempty" enum:"withdrawn,not-open,closed,sold-out,term,quantity,amount,form" doc:"Why it cannot be ordered as it is"`
}

type earlierIn struct {
	Mobile string `query:"mobile" maxLength:"100" required:"true" doc:"Mobile number or, for people of imported lists, a name in either script or its pinyin initials"`
}

// EarlierWalkIns finds a devotee's earlier orders by the stated mobile number. A member's orders are those of the
// account; orders without an account are found by their number.
func (s *Service) EarlierWalkIns(ctx context.Context, in *earlierIn) (*Earlier, error) {
	out := &Earlier{Family: []family.Person{}, Orders: []EarlierOrder{}, Imported: []imports.ImportedFound{}}
	number, ok := account.ParseMobile(in.Mobile)
	r := s.DB.Read()
	var err error
	if !ok {
		if utf8.RuneCountInString(strings.TrimSpace(in.Mobile)) < 2 {
			return out, nil
		}
		if out.Imported, _, err = imports.Find(ctx, r, in.Mobile); err != nil {
			return nil, err
		}
		return out, s.Trail.Shown(ctx, out.lookUp())
	}
	out.Mobile = number.E164
	if out.Imported, err = imports.Of(ctx, r, number.E164); err != nil {
		return nil, err
	}
	since := clock.MillisOf(s.Clock.Now().AddDate(-earlierYears, 0, 0))
	u, known, err := account.OfMobile(ctx, r, number.E164)
	if err != nil {
		return nil, err
	}
	var ids []string
	if known {
		out.Member = &EarlierMember{ID: u.ID, Name: u.Name, ChineseName: u.ChineseName, Email: u.MailTo(), Locale: string(u.Locale)}
		book, err := s.Family.Of(ctx, u.ID)
		if err != nil {
			return nil, err
		}
		out.Family = book.Items
		if ids, err = r.WalkInOrders(ctx, query.WalkInOrdersParams{UserID: &u.ID, Since: since}); err != nil {
			return nil, fmt.Errorf("a member's orders: %w", err)
		}
	}
	search, _, err := lookup.For(ctx, r, lookup.Invoice, number.E164)
	if err != nil {
		return nil, err
	}
	hits, err := search.Newest(ctx, r, keyset.Key{}, 4*earlierOrders)
	if err != nil {
		return nil, err
	}
	for _, h := range hits {
		if h.At >= since && !slices.Contains(ids, h.ID) {
			ids = append(ids, h.ID)
		}
	}
	for _, invoiceID := range ids {
		v, err := invoice.Load(ctx, r, invoiceID)
		if errors.Is(err, fault.NotFound()) {
			continue
		}
		if err != nil {
			return nil, err
		}
		mine := known && v.UserID != nil && *v.UserID == u.ID
		nobodys := v.UserID == nil && v.PayerMobile == number.E164 && v.Status != invoice.Cancelled && v.Status != invoice.Expired
		if !mine && !nobodys {
			continue
		}
		o, err := s.earlier(ctx, r, v)
		if err != nil {
			return nil, err
		}
		o.own = mine
		out.Orders = append(out.Orders, o)
	}
	slices.SortStableFunc(out.Orders, func(a, b EarlierOrder) int { return b.CreatedAt.Compare(a.CreatedAt) })
	out.Orders = out.Orders[:min(len(out.Orders), earlierOrders)]
	return out, s.Trail.Shown(ctx, out.lookUp())
}

// lookUp is the audit data of a lookup: the account shown with its orders, and each order without one. The typed number
// is not stored.
func (e *Earlier) lookUp() (l trail.Look) {
	if e.Member != nil {
		l.Add("user:" + e.Member.ID)
	}
	for _, o := range e.Orders {
		if o.own {
			l.Add("user:"+e.Member.ID, o.Number)
		} else {
			l.Add("invoice:" + o.ID)
		}
	}
	l.Imported(e.Imported)
	return l
}

func (s *Service) earlier(ctx context.Context, r db.Reader, v invoice.Invoice) (EarlierOrder, error) {
	l := httpd.LocaleOf(ctx)
	o := EarlierOrder{
		ID: v.ID, Number: v.Number, CreatedAt: v.CreatedAt.Time(), Locale: v.Locale, SubTotal: v.SubTotal,
		Payer: WalkInPayer{Name: v.PayerName, ChineseName: v.PayerChinese, Mobile: v.PayerMobile, Email: v.PayerEmail},
		Items: make([]EarlierItem, 0, len(v.Items)),
	}
	wanted, sheets := make([]cart.ItemIn, 0, len(v.Items)), form.NewReader(r)
	for _, it := range v.Items {
		e := EarlierItem{
			WalkInItem: WalkInItem{OfferingID: it.OfferingID, OptionID: it.OptionID, Quantity: it.Quantity},
			Title:      locale.Text{EN: it.TitleEn, ZH: it.TitleZh}.In(l), OptionTitle: locale.Text{EN: it.OptionTitleEn, ZH: it.OptionTitleZh}.In(l),
			PriceBefore: it.UnitPrice, NamesGone: it.FormKey != "" && it.Form == "", Names: []string{},
		}
		term := it.Term
		if term == "" {
			term = offering.Once
		}
		e.Term, e.Amount = &term, &it.UnitPrice
		if it.Form != "" {
			e.Form = json.RawMessage(it.Form)
			def, err := form.Load(ctx, r, it.FormKey, it.FormVersion)
			if err != nil {
				return o, fmt.Errorf("form of an earlier item: %w", err)
			}
			e.Form = form.WithoutPast(def, e.Form, s.Clock.Now())
			e.Names = append(e.Names, form.Names(def, e.Form)...)
			if e.Sheet, err = sheets.Sheet(ctx, it.FormKey, it.FormVersion, it.Form); err != nil {
				return o, err
			}
		}
		o.Items = append(o.Items, e)
		wanted = append(wanted, e.itemIn())
	}
	quoted, err := cart.Quote(ctx, r, wanted, s.Clock.Now())
	if err != nil {
		return o, err
	}
	for i, q := range quoted {
		it := &o.Items[i]
		it.OfferingKey, it.Price, it.Reason = q.Key, q.Price, q.Reason
		if q.AmountGiven == nil && q.Price > 0 { // a fixed price cannot be chosen
			it.Amount = nil
		}
		if q.Reason == cart.ReasonWithdrawn {
			it.OfferingKey = ""
		}
	}
	return o, nil
}
