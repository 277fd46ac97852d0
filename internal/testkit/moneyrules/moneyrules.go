// Package moneyrules has what must hold of money and places in the tables at any time. They use the tables directly, and
// none of the program's own queries. internal/ledger holds them after every act, bench/growth against what it fills.
package moneyrules

import (
	"fmt"
	"strings"
)

// Rule is a SQL query that returns violations, named in one column.
type Rule struct{ Name, Breaks string }

// All are the rules of money and those of places.
var All = append([]Rule{
	{"what an order has been paid is what came in for it less what went back", `
		SELECT v.number || ' ' || v.status || ': paid ' || v.paid FROM invoices v
		WHERE v.status IN ('awaiting-payment', 'under-verification', 'rejected', 'expired', 'cancelled')
		AND v.paid <> COALESCE((SELECT sum(p.received) FROM payments p WHERE p.invoice_id = v.id AND p.status = 'approved'), 0)
			- COALESCE((SELECT sum(r.amount) FROM refunds r WHERE r.invoice_id = v.id AND r.extent IN ('part', 'whole')), 0)`},
	{"an order is paid when nothing is due any more, and not before", `
		SELECT number || ' ' || status || ': paid ' || paid || ' of ' || sub_total FROM invoices
		WHERE (status = 'paid' AND paid + COALESCE((SELECT sum(p.waived) FROM payments p WHERE p.invoice_id = invoices.id AND p.status = 'approved'), 0) < sub_total) OR (status IN ('awaiting-payment', 'under-verification', 'rejected') AND paid >= sub_total)`},
	{"no more goes back for an order than came in", `
		SELECT v.number FROM invoices v
		WHERE COALESCE((SELECT sum(r.amount) FROM refunds r WHERE r.invoice_id = v.id AND r.extent <> 'transfer'), 0)
			> COALESCE((SELECT sum(p.received) FROM payments p WHERE p.invoice_id = v.id AND p.status = 'approved'), 0)`},
	{"a refunded order has nothing left but what was given", `
		SELECT v.number FROM invoices v WHERE v.status = 'refunded'
		AND COALESCE((SELECT sum(r.amount) FROM refunds r WHERE r.invoice_id = v.id AND r.extent IN ('part', 'whole')), 0)
			<> COALESCE((SELECT sum(p.received - p.excess) FROM payments p WHERE p.invoice_id = v.id AND p.status = 'approved'), 0)`},
	{"excess that is refunded went back, and no other", `
		SELECT v.number FROM invoices v
		WHERE COALESCE((SELECT sum(p.excess) FROM payments p WHERE p.invoice_id = v.id AND p.status = 'approved' AND p.excess_as = 'refund'), 0)
			<> COALESCE((SELECT sum(r.amount) FROM refunds r WHERE r.invoice_id = v.id AND r.extent = 'excess'), 0)`},
	{"what came in for a paid order is its price and the excess", `
		SELECT v.number FROM invoices v WHERE v.status = 'paid'
		AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.invoice_id = v.id AND r.extent = 'part')
		AND v.sub_total <> COALESCE((SELECT sum(p.received - p.excess + p.waived) FROM payments p WHERE p.invoice_id = v.id AND p.status = 'approved'), 0)`},
	{"a rest is waived within the limit, of an order that it makes paid, with a reason", `
		SELECT p.id FROM payments p JOIN invoices v ON v.id = p.invoice_id
		WHERE p.waived < 0 OR p.waived > 200 OR p.waived > 0 AND (p.status <> 'approved' OR v.status NOT IN ('paid', 'refunded') OR p.despite = '')`},
	{"what a rule names is booked by a person alone, and once", `
		SELECT l.id FROM bank_lines l WHERE l.rule_id <> '' AND (l.state NOT IN ('open', 'ignored', 'resolved', 'known')
			OR EXISTS (SELECT 1 FROM bank_matches m WHERE m.line_id = l.id AND l.state <> 'open' AND m.state = 'settled'))`},
	{"a pair is two lines that end each other", `
		SELECT l.id FROM bank_lines l WHERE l.pair_id <> '' AND NOT EXISTS (SELECT 1 FROM bank_lines o
			WHERE o.id = l.pair_id AND o.pair_id = l.id AND o.amount = -l.amount AND o.state = 'ignored' AND l.state = 'ignored')`},
	{"what goes back above the limit was approved by another, for just this much", `
		SELECT r.id FROM refunds r WHERE r.amount > COALESCE((SELECT CAST(value AS BIGINT) * 100 FROM settings WHERE key = 'refund-limit'), 50000)
		AND NOT EXISTS (SELECT 1 FROM refund_approvals a WHERE a.refund_id = r.id AND a.approved = 1 AND a.amount = r.amount AND a.method = r.method AND a.reason = r.reason
			AND a.decided_by <> a.asked_by AND a.decided_by <> r.actor_id)`},
	{"excess lies on an approved payment", `
		SELECT id FROM payments WHERE excess < 0 OR excess > COALESCE(received, 0) OR (excess > 0 AND status <> 'approved')`},
	{"a paid order has one receipt that counts, any other none", `
		SELECT v.number || ' ' || v.status FROM invoices v
		WHERE CASE WHEN v.status = 'paid' THEN 1 ELSE 0 END <> (SELECT count(*) FROM official_receipts o WHERE o.invoice_id = v.id AND o.voided_at = 0)`},
	{"a receipt that counts is of an approved payment of its order", `
		SELECT o.number FROM official_receipts o JOIN payments p ON p.id = o.payment_id
		WHERE o.voided_at = 0 AND (p.invoice_id <> o.invoice_id OR p.status <> 'approved')`},
	{"an order waits for one attempt at most, and only one under verification has a picture to look at", `
		SELECT v.number FROM invoices v WHERE v.status = 'under-verification'
		AND 1 <> (SELECT count(*) FROM payments p WHERE p.invoice_id = v.id AND p.status = 'pending')`},
	{"a matched line is used to the cent", `
		SELECT l.description FROM bank_lines l WHERE l.state = 'matched'
		AND l.amount <> COALESCE((SELECT sum(m.amount) FROM bank_matches m JOIN payments p ON p.id = m.payment_id
			WHERE m.line_id = l.id AND m.state IN ('settled', 'seen') AND p.status = 'approved' AND p.received = m.amount), 0)`},
	{"a line that is not decided is no payment's money", `
		SELECT l.description || ' ' || l.state FROM bank_lines l JOIN bank_matches m ON m.line_id = l.id
		WHERE l.state NOT IN ('matched', 'resolved') AND m.state <> 'proposed'`},
	{"a late line went where somebody said, once and to the cent", `
		SELECT l.description || ' ' || l.reason FROM bank_lines l WHERE l.state = 'resolved'
		AND l.amount <> COALESCE((SELECT sum(r.amount) FROM refunds r WHERE r.line_id = l.id), 0)
			+ COALESCE((SELECT sum(p.received) FROM bank_matches m JOIN payments p ON p.id = m.payment_id WHERE m.line_id = l.id AND m.state = 'seen'), 0)`},
	{"a credit counts once", `
		SELECT description FROM bank_lines WHERE state <> 'known' AND amount > 0 GROUP BY description HAVING count(*) > 1`},
	{"an order knows the methods of its payments", `
		SELECT v.number || ': ' || v.methods FROM invoices v WHERE v.methods <> COALESCE((SELECT sum(DISTINCT CASE p.method WHEN 1 THEN 1 ELSE 2 END)
			FROM payments p WHERE p.invoice_id = v.id AND p.status <> 'voided'), 0)`},
	{"a day's sum is that of its payments and refunds", `
		SELECT CAST(d.day AS TEXT) || ': ' || sum(d.amount) || ' ' || sum(d.back) FROM (
			SELECT day, amount, back FROM takings_days
			UNION ALL SELECT (decided_at + 28800000) / 86400000, -COALESCE(received, 0), 0 FROM payments WHERE status = 'approved'
			UNION ALL SELECT (at + 28800000) / 86400000, 0, -amount FROM refunds WHERE extent <> 'transfer') d
		GROUP BY d.day HAVING sum(d.amount) <> 0 OR sum(d.back) <> 0`},
	{"what a payment provider has received is booked once, or late money until somebody decides", `
		SELECT c.payment_id FROM provider_payments c LEFT JOIN payments p ON p.id = c.booked_as LEFT JOIN unclaimed_transfers t ON t.id = c.transfer_id
		WHERE c.booked_as = '' AND c.transfer_id = ''
			OR c.booked_as <> '' AND (p.id IS NULL OR p.status <> 'approved' OR c.currency = 'SGD' AND p.received <> c.amount OR t.resolved_at = 0)
			OR c.booked_as = '' AND t.resolved_at > 0 AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.transfer_id = t.id AND r.amount = c.amount)`},
	{"a payment provider gives back no more than it has, and what it gave back is transferred", `
		SELECT c.payment_id FROM provider_payments c
		WHERE c.amount < COALESCE((SELECT sum(b.amount) FROM provider_refunds b WHERE b.provider_payment_id = c.id AND b.state <> 'refused'), 0)
			OR EXISTS (SELECT 1 FROM provider_refunds b JOIN refund_transfers f ON f.refund_id = b.refund_id WHERE b.provider_payment_id = c.id AND b.state = 'done' AND f.done_at = 0)`},
	{"no job has died", `SELECT kind || ': ' || last_error FROM outbox WHERE state = 'dead'`},
}, Places...)

// Broken evaluates all rules in one query, which takes half the time of fifteen. Its rows are a rule's index in All and
// what violates it.
var Broken = func() string {
	parts := make([]string, len(All))
	for i, r := range All {
		parts[i] = fmt.Sprintf("SELECT %d, of_rule.* FROM (%s) of_rule", i, r.Breaks)
	}
	return strings.Join(parts, " UNION ALL ")
}()

// Places are the rules of lamps with positions; they find nothing for others.
var Places = []Rule{
	{"what is left of an option is the number of its free places", `
		SELECT o.id || ': ' || o.remaining FROM offering_options o WHERE o.position_by <> ''
		AND o.remaining <> (SELECT count(*) FROM positions p WHERE p.option_id = o.id AND p.use_id = '' AND p.usable = 1)`},
	{"a place and its use know each other", `
		SELECT p.code FROM positions p WHERE p.use_id <> ''
		AND NOT EXISTS (SELECT 1 FROM position_uses u WHERE u.id = p.use_id AND u.position_id = p.id AND u.ended_at = 0)
		UNION ALL
		SELECT u.id FROM position_uses u WHERE u.ended_at = 0 AND NOT EXISTS (SELECT 1 FROM positions p WHERE p.id = u.position_id AND p.use_id = u.id)`},
	{"an order has a place for each of what it has of the stock, and only then", `
		SELECT v.number || ' ' || v.status || ' ' || i.quantity FROM invoice_items i JOIN invoices v ON v.id = i.invoice_id JOIN offering_options o ON o.id = i.option_id
		WHERE o.position_by <> '' AND NOT EXISTS (SELECT 1 FROM subscription_terms t WHERE t.item_id = i.id)
		AND (SELECT count(*) FROM position_uses u WHERE u.item_id = i.id AND u.ended_at = 0 AND u.state IN ('booked', 'taken'))
			<> CASE WHEN i.limited = 1 AND v.status IN ('awaiting-payment', 'under-verification', 'rejected', 'paid')
				AND NOT EXISTS (SELECT 1 FROM position_uses e WHERE e.item_id = i.id AND e.ended_why = 'over' AND e.subscription_id = '') THEN i.quantity ELSE 0 END`},
	{"a subscription has a place for each of what it has of the stock, and only then", `
		SELECT s.id || ' ' || s.quantity FROM subscriptions s JOIN offering_options o ON o.id = s.option_id
		WHERE o.position_by <> ''
		AND (SELECT count(*) FROM position_uses u WHERE u.item_id = s.item_id AND u.ended_at = 0 AND u.state IN ('taken', 'kept')) <> CASE WHEN s.limited = 1 THEN s.quantity ELSE 0 END`},
	{"a use of a place names a subscription that exists", `
		SELECT u.id FROM position_uses u WHERE u.subscription_id <> '' AND u.imported_id = '' AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.id = u.subscription_id)`},
	{"a hold has a place for each of what it has of the stock", `
		SELECT h.hold_id FROM hold_items h JOIN offering_options o ON o.id = h.option_id
		WHERE o.position_by <> '' AND h.limited = 1
		AND h.quantity <> (SELECT count(*) FROM position_uses u WHERE u.hold_id = h.hold_id AND u.cart_item_id = h.cart_item_id AND u.ended_at = 0 AND u.state = 'held')`},
	{"an item knows how many of its copies have a place", `
		SELECT i.invoice_id || ': ' || i.placed FROM invoice_items i WHERE i.placed <> (SELECT count(*) FROM position_uses u
			WHERE u.item_id = i.id AND u.item_id <> '' AND u.invoice_id = i.invoice_id AND (u.ended_at = 0 AND u.state <> 'clearing' OR u.ended_why = 'over'))`},
	{"what is paid is taken, what is not is booked", `
		SELECT v.number || ' ' || u.state FROM position_uses u JOIN invoices v ON v.id = u.invoice_id
		WHERE u.ended_at = 0 AND (u.state = 'booked' AND v.status = 'paid' OR u.state IN ('taken', 'kept') AND v.status <> 'paid' AND u.subscription_id = '')`},
}
