package ledger_test

import (
	"fmt"
	"strconv"
	"time"

	"shanmen/internal/base/clock"
)

// Changes by the temple while carts, codes, orders and subscriptions are open.

// sold are the options of the demonstration that the model buys.
var sold = []struct{ offering, option string }{{"lamp-oil", "bottle"}, {"light-lamp", "grand"}}

// changeOffering replaces fields of an option, and publishes them.
func (w *world) changeOffering(offering string, fields map[string]string) {
	w.t.Helper()
	w.keepIn(w.editor)
	id := w.a.Record(w.t, "offering", offering)
	w.editor.client.Type(id, fields).Want(200)
	if r := w.editor.client.Publish(id, "en", "zh"); r.Code() != "nothing-to-publish" {
		r.Want(200)
	}
	w.Note("%s: %v", offering, fields)
}

// changePrice raises or lowers an option's price from now on, never to a tenth or less, which would have to be
// confirmed.
func (w *world) changePrice() bool {
	of := sold[w.IntN(len(sold))]
	w.changeOffering(of.offering, map[string]string{"option." + of.option + ".price": strconv.Itoa(2000 + 100*w.IntN(30))})
	return true
}

// announcePrice sets a future price and the day from which it counts.
func (w *world) announcePrice() bool {
	of := sold[w.IntN(len(sold))]
	at := w.a.Clock.Now().Add(time.Duration(1+w.IntN(9)) * day).In(clock.Singapore).Format("2006-01-02")
	w.changeOffering(of.offering, map[string]string{"option." + of.option + ".later": fmt.Sprintf("%s %d", at, 2000+100*w.IntN(30))})
	return true
}

// hideOption hides an option from the website, or shows it again: it may be in carts, or due for renewal.
func (w *world) hideOption() bool {
	of := sold[w.IntN(len(sold))]
	channels := []string{"counter", "site counter", "site counter"}[w.IntN(3)]
	w.changeOffering(of.offering, map[string]string{"option." + of.option + ".channels": channels})
	return true
}

// turnTax switches GST on invoices on or off.
func (w *world) turnTax() bool {
	values := map[string]string{"gst": "off"}
	if w.IntN(2) == 0 {
		values = map[string]string{"gst": "on", "gst-number": "200312345A"}
	}
	w.call(w.second, "PUT", "/api/admin/setting", map[string]any{"values": values}).Want(200)
	return true
}
