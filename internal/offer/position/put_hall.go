package position

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// NewHall is a hall with its towers, created in one step.
type NewHall struct {
	Key    string
	Title  locale.Text
	Towers []NewTower
}

// NewTower is one of its towers, whose positions are all sold as one option.
type NewTower struct {
	Code        string
	Title, Way  locale.Text
	X, Y        int64
	Upwards     bool
	Rows, Units int64
	PositionBy  string
	LastsMonths int64
	OutOfUse    [][2]int64 // pairs of row and unit
}

// PutHall creates a hall with its towers, sold as an option, in the same steps as the office.
func PutHall(ctx context.Context, tx *db.Tx, n NewHall, optionID string, now time.Time) error {
	if err := addHall(ctx, tx, n.Key, n.Title, now); err != nil {
		return err
	}
	for _, t := range n.Towers {
		towerID, err := addTower(ctx, tx, n.Key, query.TowerAddParams{
			Code: t.Code, TitleEn: t.Title.EN, TitleZh: t.Title.ZH, X: t.X, Y: t.Y, Upwards: t.Upwards, RowCount: t.Rows, UnitCount: t.Units, WayEn: t.Way.EN, WayZh: t.Way.ZH,
		})
		if err != nil {
			return err
		}
		for _, at := range t.OutOfUse {
			p, err := tx.PositionAtTower(ctx, query.PositionAtTowerParams{TowerID: towerID, RowNo: at[0], UnitNo: at[1]})
			if err != nil {
				return fmt.Errorf("place %v of tower %s: %w", at, t.Code, err)
			}
			if _, err := tx.PositionUsable(ctx, query.PositionUsableParams{Usable: false, ID: p.ID}); err != nil {
				return fmt.Errorf("place out of use: %w", err)
			}
		}
		_, err = sellRows(ctx, tx, towerID, sold{from: 1, to: t.Rows, optionID: optionID, by: t.PositionBy, months: t.LastsMonths})
		if err != nil {
			return err
		}
	}
	return nil
}

func addHall(ctx context.Context, tx *db.Tx, key string, title locale.Text, now time.Time) error {
	halls, err := tx.Halls(ctx)
	if err != nil {
		return err
	}
	if len(halls) >= mostHalls {
		return fault.Invalid("too-many-parts").With("max", mostHalls)
	}
	n, err := tx.HallAdd(ctx, query.HallAddParams{ID: id.New(), Key: key, TitleEn: title.EN, TitleZh: title.ZH, CreatedAt: clock.MillisOf(now)})
	if err == nil && n == 0 {
		err = fault.At("key", "key-taken")
	}
	return err
}

// addTower creates a tower with all its positions.
func addTower(ctx context.Context, tx *db.Tx, hallKey string, row query.TowerAddParams) (towerID string, err error) {
	h, err := tx.HallLock(ctx, hallKey)
	if err != nil {
		return "", db.NotFound(fmt.Errorf("hall: %w", err))
	}
	towers, err := tx.Towers(ctx)
	if err != nil {
		return "", err
	}
	if len(towers) >= mostOfTowers {
		return "", fault.Invalid("too-many-parts").With("max", mostOfTowers)
	}
	row.ID, row.HallID = id.New(), h.ID
	n, err := tx.TowerAdd(ctx, row)
	if err == nil && n == 0 {
		err = fault.At("code", "code-taken")
	}
	if err != nil {
		return "", err
	}
	return row.ID, addPositions(ctx, tx, row)
}
