package content

import (
	"context"
	"strconv"
	"time"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/outbox"
)

// OrderLimits limit what one member may hold without paying.
type OrderLimits struct {
	OpenOrders    int64         // unpaid orders at a time
	FewPlaces     int64         // stock up to which an option counts as scarce
	PlacesAMember int64         // unpaid places of a scarce option per member
	FewHours      time.Duration // lifetime of an unpaid order with a scarce option
	Expiry        time.Duration // lifetime of any other unpaid order
}

// orderLimit defines the setting of a limit on orders.
func orderLimit(key string, otherwise, least, most int) Setting {
	return Setting{Key: key, Group: "limits", Kind: KindNumber, Default: strconv.Itoa(otherwise), Least: least, Most: most}
}

var (
	openOrders    = orderLimit("open-orders", 5, 1, 100)
	fewPlaces     = orderLimit("places-few", 20, 0, 1000)
	placesAMember = orderLimit("places-member", 4, 1, 100)
	fewHours      = orderLimit("places-hours", 6, 1, 24)
)

// LimitSettings are the settings of limits: of orders, and of SMS caused by visitors.
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
