package offering

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/markup"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// New is the content of an offering to save, with its options in order.
type New struct {
	Key, Category         string // Category is a key
	Position              int64
	Title, Summary, HTML  locale.Text
	Keywords              locale.Text // search keywords
	Art, FormKey          string      // FormKey "": no form
	Picture               string      // id of a library picture; "": the drawing
	EnquiryOnly, Featured bool
	Hidden                bool
	OpensAt, ClosesAt     time.Time // zero: always open, never closed
	Options               []NewOption
}

// NewOption is an option to save. Either Price or Min is set, in cents.
type NewOption struct {
	Key                string
	Title, Description locale.Text
	Price, Min, Max    *money.Cents
	Suggestions        []money.Cents // of an open amount
	Later              []LaterPrice
	NameCapacity       *int64
	PerOrder           *int64   // maximum per cart item; nil: the general limit
	Remaining          *int64   // initial stock; nil: unlimited
	Terms              []string // none: only once
	Channels           []string // none: all channels
}

// LaterPrice is a price in cents from a time on.
type LaterPrice struct {
	From  time.Time
	Price money.Cents
}

// PutCategory saves a category by its key, and returns its id.
func PutCategory(ctx context.Context, tx *db.Tx, key string, position int64, title locale.Text) (string, error) {
	categoryID, err := tx.OfferingChangeCategory(ctx, query.OfferingChangeCategoryParams{Position: position, TitleEn: title.EN, TitleZh: title.ZH, Key: key})
	if errors.Is(err, db.ErrNoRows) {
		categoryID = id.New()
		err = tx.OfferingAddCategory(ctx, query.OfferingAddCategoryParams{ID: categoryID, Key: key, Position: position, TitleEn: title.EN, TitleZh: title.ZH})
	}
	if err != nil {
		return "", fmt.Errorf("category %s: %w", key, err)
	}
	return categoryID, content.Changed(ctx, tx, content.TagCatalogue)
}

// DropCategory deletes a category. "category-in-use": it has offerings, published or not.
func DropCategory(ctx context.Context, tx *db.Tx, key string) error {
	gone, err := tx.OfferingDropCategory(ctx, key)
	if err != nil {
		return fmt.Errorf("category %s: %w", key, err)
	}
	if gone == 0 {
		return fault.Invalid("category-in-use")
	}
	return content.Changed(ctx, tx, content.TagCatalogue)
}

// Put saves an offering by its key, with its options by theirs. Stock and availability of existing options stay;
// options that are no longer named disappear from lists, but their orders stay. HTML is sanitised.
func Put(ctx context.Context, tx *db.Tx, n New) error {
	c, err := tx.CategoryByKey(ctx, n.Category)
	if err != nil {
		return fmt.Errorf("category %s of offering %s: %w", n.Category, n.Key, err)
	}
	offeringID, err := tx.OfferingPut(ctx, query.OfferingPutParams{
		ID: id.New(), Key: n.Key, CategoryID: c.ID, Position: n.Position,
		TitleEn: n.Title.EN, TitleZh: n.Title.ZH, SummaryEn: n.Summary.EN, SummaryZh: n.Summary.ZH,
		HtmlEn: markup.Clean(n.HTML.EN), HtmlZh: markup.Clean(n.HTML.ZH), Art: n.Art, FormKey: n.FormKey,
		EnquiryOnly: n.EnquiryOnly, OpensAt: clock.MillisOf(n.OpensAt), ClosesAt: clock.MillisOf(n.ClosesAt),
		Published: !n.Hidden, Featured: n.Featured, KeywordsEn: n.Keywords.EN, KeywordsZh: n.Keywords.ZH, Picture: n.Picture,
	})
	if err != nil {
		return fmt.Errorf("offering %s: %w", n.Key, err)
	}
	if err := putOptions(ctx, tx, offeringID, n.Options); err != nil {
		return fmt.Errorf("offering %s: %w", n.Key, err)
	}
	return content.Changed(ctx, tx, content.TagCatalogue, content.TagOf("offering", n.Key))
}

// putOptions locks existing rows in the order of their ids, as buyers do, so that they cannot deadlock.
func putOptions(ctx context.Context, tx *db.Tx, offeringID string, options []NewOption) error {
	there, err := tx.OfferingOptionIDs(ctx, offeringID)
	if err != nil {
		return fmt.Errorf("options: %w", err)
	}
	at := map[string]int{}
	for i, o := range options {
		at[o.Key] = i
	}
	known := map[string]bool{}
	for _, row := range there {
		known[row.Key] = true
		if i, ok := at[row.Key]; ok {
			err = putOption(ctx, tx, offeringID, int64(i), options[i])
		} else {
			err = tx.OfferingUnlist(ctx, row.ID)
		}
		if err != nil {
			return err
		}
	}
	for i, o := range options {
		if !known[o.Key] {
			if err := putOption(ctx, tx, offeringID, int64(i), o); err != nil {
				return err
			}
		}
	}
	return nil
}

func putOption(ctx context.Context, tx *db.Tx, offeringID string, position int64, o NewOption) error {
	if (o.Price == nil) == (o.Min == nil) {
		return fmt.Errorf("option %s: it has a price or a minimum", o.Key)
	}
	terms, channels := o.Terms, o.Channels
	if len(terms) == 0 {
		terms = []string{Once}
	}
	if len(channels) == 0 {
		channels = Channels
	}
	optionID, err := tx.OfferingPutOption(ctx, query.OfferingPutOptionParams{
		ID: id.New(), OfferingID: offeringID, Key: o.Key, Position: position, TitleEn: o.Title.EN, TitleZh: o.Title.ZH,
		DescriptionEn: o.Description.EN, DescriptionZh: o.Description.ZH, Price: o.Price, MinAmount: o.Min, MaxAmount: o.Max,
		NameCapacity: o.NameCapacity, Remaining: o.Remaining, Terms: asJSON(terms), PerOrder: o.PerOrder,
		Suggestions: asJSON(append([]money.Cents{}, o.Suggestions...)), Channels: asJSON(channels),
	})
	if err != nil {
		return fmt.Errorf("option %s: %w", o.Key, err)
	}
	if err := tx.OfferingDropPrices(ctx, optionID); err != nil {
		return fmt.Errorf("prices of option %s: %w", o.Key, err)
	}
	for _, l := range o.Later {
		if err := tx.OfferingAddPrice(ctx, query.OfferingAddPriceParams{OptionID: optionID, FromAt: clock.MillisOf(l.From), Price: l.Price}); err != nil {
			return fmt.Errorf("price of option %s: %w", o.Key, err)
		}
	}
	return nil
}

func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil { // cannot fail: only texts and numbers
		return "[]"
	}
	return string(b)
}
