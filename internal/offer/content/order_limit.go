package content

import (
	"context"
	"strconv"
	"time"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/outbox"
)

// OrderLimits are what one member may keep from everybody else without paying.
type OrderLimits struct {
	OpenOrders    int64         // unpaid orders at a time
	FewPlaces     int64         // an option with at most so many places has few
	PlacesAMember int64         // of an option with few places
	FewHours      time.Duration // how long an unpaid order of such an option lives
	Expiry        time.Duration // how long any other lives
}

// orderLimit is a limit of orders that the office sets.
func orderLimit(key string, otherwise, least, most int) Setting {
	return Setting{Key: key, Group: "limits", Kind: KindNumber, Default: strconv.Itoa(otherwise), Least: least, Most: most}
}

var (
	openOrders    = orderLimit("open-orders", 5, 1, 100)
	fewPlaces     = orderLimit("places-few", 20, 0, 1000)
	placesAMember = orderLimit("places-member", 4, 1, 100)
	fewHours      = orderLimit("places-hours", 6, 1, 24)
)

// LimitSettings are the limits that the office sets: of orders, and of the texts that visitors cause.
func LimitSettings() []Setting {
	all := []Setting{openOrders, fewPlaces, placesAMember, fewHours}
	for _, l := range outbox.Limits {
		all = append(all, orderLimit(l.Key, l.Default, l.Least, l.Most))
	}
	return all
}

// ReadOrderLimits reads the limits of orders.
func ReadOrderLimits(ctx context.Context, r db.Reader) (OrderLimits, error) {
	v, err := ReadSettings(ctx, r, openOrders, fewPlaces, placesAMember, fewHours, settingExpiry)
	return OrderLimits{
		v.Number(openOrders), v.Number(fewPlaces), v.Number(placesAMember), time.Duration(v.Number(fewHours)) * time.Hour, days(v.Number(settingExpiry)),
	}, err
}
