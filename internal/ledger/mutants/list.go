package main

// mutants are rules of the program that the model must miss when they are gone, one at least for each of its invariants.
var mutants = []mutant{
	{
		"internal/payment/refund.go", "err = s.lower(ctx, tx, v, r.Amount)", "err = nil",
		"what an order has been paid is what came in for it less what went back",
	},
	{
		"internal/payment/settle.go", "if rest := v.SubTotal - v.Paid; rest > 0 {", "if rest := v.SubTotal - v.Paid; rest > 20000 {",
		"an order is paid when nothing is due any more, and not before",
	},
	{
		"internal/payment/refund.go", "case r.Amount > h.Order:", "case r.Amount > h.Order+1_000_000:",
		"no more goes back for an order than came in",
	},
	{
		"internal/payment/refund.go", "case r.Amount == h.Order && v.Status == invoice.Paid:", "case r.Amount >= h.Order/4 && v.Status == invoice.Paid:",
		"a refunded order has nothing left but what was given",
	},
	{
		"internal/payment/refund.go", "ExcessAs: ExcessRefunded, InvoiceID: v.ID", "ExcessAs: ExcessDonated, InvoiceID: v.ID",
		"excess that is refunded went back, and no other",
	},
	{
		"internal/payment/settle.go", "excess := max(0, received-max(0, v.SubTotal-v.Paid))", "excess := int64(0)",
		"what came in for a paid order is its price and the excess",
	},
	{
		"internal/payment/review.go", `VoidReason: "undone", PaymentID: p.ID})`, `VoidReason: "undone", PaymentID: ""})`,
		"a paid order has one receipt that counts, any other none",
	},
	{
		"internal/payment/expire.go", "	return giveBack(ctx, tx, invoiceID)\n}\n\n// voidPending", "	return nil\n}\n\n// voidPending",
		"places",
	},
}
