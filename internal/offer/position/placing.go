package position

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/offer/offering"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// mostPlaced is how many positions one call assigns: as many as somebody reviews in the preview.
const mostPlaced = 100

// PlacePair assigns a position to a lamp.
type PlacePair struct {
	Ref        string `json:"ref" maxLength:"140" doc:"Id of the order without a position"`
	PositionID string `json:"positionId" maxLength:"64"`
}

type placeManyIn struct {
	Option string `path:"option" maxLength:"64"`
	Body   struct {
		Pairs []PlacePair `json:"pairs" minItems:"1" maxItems:"100" doc:"Pairs as previewed"`
	}
}

// Placed is the result of an assignment.
type Placed struct {
	ID     string   `json:"id" doc:"Id for undoing the assignment; empty: nothing was assigned"`
	Placed int64    `json:"placed"`
	Gone   []string `json:"gone" doc:"Codes of positions that were taken meanwhile, or whose lamp has another one by now"`
	Halls  []string `json:"halls" doc:"Keys of the halls where labels have to be printed"`
}

// PlaceMany assigns the positions shown in a preview. Positions sold meanwhile are left out and reported; their lamps
// keep waiting.
func (s *Service) PlaceMany(ctx context.Context, in *placeManyIn) (*Placed, error) {
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Placed, error) {
		there, err := lockWaiting(ctx, tx, in.Body.Pairs)
		if err != nil {
			return nil, err
		}
		by, _, err := offering.LockStock(ctx, tx, in.Option)
		if err != nil {
			return nil, err
		}
		if by == "" {
			return nil, fault.NotFound()
		}
		out := &Placed{ID: id.New(), Gone: []string{}, Halls: []string{}}
		for _, pair := range in.Body.Pairs {
			p, err := tx.PositionPlace(ctx, pair.PositionID)
			if err != nil {
				return nil, db.NotFound(fmt.Errorf("position: %w", err))
			}
			w, known := there[pair.Ref]
			if known && w.optionID == in.Option {
				err = s.place(ctx, tx, w, p.ID, out.ID)
			} else {
				err = errNobody
			}
			switch {
			case errors.Is(err, errNotFree), errors.Is(err, errNobody):
				out.Gone = append(out.Gone, p.Code)
			case err != nil:
				return nil, err
			default:
				out.Placed++
				if !slices.Contains(out.Halls, p.HallKey) {
					out.Halls = append(out.Halls, p.HallKey)
				}
			}
		}
		if out.Placed == 0 {
			out.ID = ""
			return out, nil
		}
		if err := restock(ctx, tx, in.Option); err != nil {
			return nil, err
		}
		return out, audit.Note(ctx, tx, "position.place-many", "option:"+in.Option,
			nil, map[string]any{"placing": out.ID, "placed": out.Placed, "gone": len(out.Gone)})
	})
}

// lockWaiting locks the items of refs in the common lock order (orders, imported lamps, subscriptions, each by id), and
// then reads them. Missing ones are left out.
func lockWaiting(ctx context.Context, tx *db.Tx, pairs []PlacePair) (map[string]waiting, error) {
	var refs []string
	for _, p := range pairs {
		refs = append(refs, p.Ref)
	}
	rank := func(ref string) int { return slices.Index([]string{byOrder, byLamp, bySubscription}, kindOf(ref)) }
	slices.SortFunc(refs, func(a, b string) int {
		if n := rank(a) - rank(b); n != 0 {
			return n
		}
		return strings.Compare(a, b)
	})
	out := map[string]waiting{}
	for _, ref := range slices.Compact(refs) {
		_, ident, _ := strings.Cut(ref, ":")
		var err error
		switch kindOf(ref) {
		case byOrder:
			order, _, _ := strings.Cut(ident, ":")
			_, err = tx.PlacelessOrderLock(ctx, order)
		case byLamp:
			_, err = tx.PlacelessLampLock(ctx, ident)
		case bySubscription:
			_, err = tx.PlacelessSubscriptionLock(ctx, ident)
		}
		if errors.Is(err, db.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("lock who has no place: %w", err)
		}
		w, err := waitingOf(ctx, tx.Queries, ref)
		if errors.Is(err, errNobody) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out[ref] = w
	}
	return out, nil
}

func kindOf(ref string) string {
	kind, _, _ := strings.Cut(ref, ":")
	return kind
}

// place assigns a position to one copy of a locked item under the lock of its option: errNotFree if the position is
// used, errNobody if each copy has a position or its time is over.
func (s *Service) place(ctx context.Context, tx *db.Tx, w waiting, positionID, placingID string) error {
	now := clock.MillisOf(s.Clock.Now())
	copyNo, err := freeCopy(ctx, tx, w.itemID)
	if err != nil {
		return err
	}
	if copyNo > w.quantity || !w.runs && w.until > 0 && w.until <= now || !w.runs && kindOf(w.ref) == byOrder {
		return errNobody
	}
	u := query.PositionUseAddParams{
		ID: id.New(), PositionID: positionID, State: Taken, InvoiceID: w.invoiceID, ItemID: w.itemID, Copy: copyNo, SubscriptionID: w.subscriptionID,
		FromAt: w.from, UntilAt: w.until, CreatedAt: now, ImportedID: w.importedID, PlacingID: placingID,
	}
	if w.until > 0 && w.until <= now {
		if w.subscriptionID == "" {
			return errNobody
		}
		u.State = Kept
	}
	_, err = tx.PositionTake(ctx, query.PositionTakeParams{UseID: u.ID, ID: positionID, OptionID: &w.optionID})
	if errors.Is(err, db.ErrNoRows) {
		return errNotFree
	}
	if err != nil {
		return fmt.Errorf("take a position: %w", err)
	}
	if err := tx.PositionUseAdd(ctx, u); err != nil {
		return fmt.Errorf("use of a position: %w", err)
	}
	// Stock must be returned for this use later, even if the option was unlimited when it was sold.
	if w.subscriptionID != "" {
		return tx.SubscriptionHasPlace(ctx, w.subscriptionID)
	}
	if w.invoiceID != "" {
		return tx.InvoiceItemHasPlace(ctx, query.InvoiceItemHasPlaceParams{InvoiceID: w.invoiceID, ID: w.itemID})
	}
	return nil
}

// freeCopy is the first copy of an item without a position that has not ended there.
func freeCopy(ctx context.Context, tx *db.Tx, itemID string) (int64, error) {
	uses, err := tx.PositionUsesOfItem(ctx, itemID)
	if err != nil {
		return 0, fmt.Errorf("positions of an item: %w", err)
	}
	over, err := tx.PlacelessUsesOver(ctx, itemID)
	if err != nil {
		return 0, fmt.Errorf("former positions of an item: %w", err)
	}
	for n := int64(1); ; n++ {
		if !slices.Contains(over, n) && !slices.ContainsFunc(uses, func(u query.PositionUse) bool { return u.Copy == n }) {
			return n, nil
		}
	}
}

type putPlaceIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Ref string `json:"ref" maxLength:"140" doc:"Id of the order without a position"`
	}
}

// Put assigns a free position to a current item without one, bought before its option had positions, or imported.
// Refusals: "position-not-free", "position-other-option", "nothing-to-place".
func (s *Service) Put(ctx context.Context, in *putPlaceIn) (*PlaceDetail, error) {
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*PlaceDetail, error) {
		there, err := lockWaiting(ctx, tx, []PlacePair{{Ref: in.Body.Ref}})
		if err != nil {
			return nil, err
		}
		w, known := there[in.Body.Ref]
		if !known {
			return nil, fault.Invalid("nothing-to-place")
		}
		if _, _, err := offering.LockStock(ctx, tx, w.optionID); err != nil {
			return nil, err
		}
		p, err := find(ctx, tx, in.ID)
		if err != nil {
			return nil, err
		}
		if p.OptionID == nil || *p.OptionID != w.optionID {
			return nil, fault.Invalid("position-other-option")
		}
		placingID := id.New()
		switch err := s.place(ctx, tx, w, p.ID, placingID); {
		case errors.Is(err, errNotFree):
			return nil, fault.Invalid("position-not-free").With("code", p.Code)
		case errors.Is(err, errNobody):
			return nil, fault.Invalid("nothing-to-place")
		case err != nil:
			return nil, err
		}
		if err := restock(ctx, tx, w.optionID); err != nil {
			return nil, err
		}
		err = audit.Note(ctx, tx, "position.put", "position:"+p.ID, nil, map[string]any{"placing": placingID})
		if err != nil {
			return nil, err
		}
		return s.detail(ctx, tx.Queries, p.ID)
	})
}

// Unplaced is the result of undoing an assignment.
type Unplaced struct {
	Back int64 `json:"back" doc:"Number of lamps without a position again"`
	Kept int64 `json:"kept" doc:"Number of lamps left unchanged: labelled, moved or ended since"`
}

type placingIn struct {
	ID string `path:"id" maxLength:"64"`
}

// Unplace undoes an assignment by PlaceMany or Put, except for positions changed since.
func (s *Service) Unplace(ctx context.Context, in *placingIn) (*Unplaced, error) {
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Unplaced, error) {
		uses, err := tx.PositionUsesOfPlacing(ctx, in.ID)
		if err != nil {
			return nil, fmt.Errorf("places of an act: %w", err)
		}
		if len(uses) == 0 {
			return nil, fault.NotFound()
		}
		options := map[string]bool{}
		for _, u := range uses {
			p, err := tx.Position(ctx, u.PositionID)
			if err != nil {
				return nil, fmt.Errorf("position: %w", err)
			}
			if p.OptionID != nil {
				options[*p.OptionID] = true
			}
		}
		if _, err := lockOptions(ctx, tx, options); err != nil {
			return nil, err
		}
		out := &Unplaced{}
		for _, u := range uses {
			n, err := tx.PositionUseUnplace(ctx, u.ID)
			if err != nil {
				return nil, fmt.Errorf("take a place back: %w", err)
			}
			if n == 0 {
				out.Kept++
				continue
			}
			out.Back++
			if _, err := tx.PositionFree(ctx, query.PositionFreeParams{ID: u.PositionID, UseID: u.ID}); err != nil {
				return nil, fmt.Errorf("free a position: %w", err)
			}
		}
		for _, optionID := range inOrder(options) {
			if err := restock(ctx, tx, optionID); err != nil {
				return nil, err
			}
		}
		return out, audit.Note(ctx, tx, "position.unplace", "option:"+strings.Join(inOrder(options), ","),
			nil, map[string]any{"placing": in.ID, "back": out.Back, "kept": out.Kept})
	})
}
