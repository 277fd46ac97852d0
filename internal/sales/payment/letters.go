package payment

import "strings"

// Letters about a payment are keyed by its id: the decision, sent to the payer by mail or SMS, and repeated receipts.
// Undoing the payment withdraws them (outbox.WithdrawAbout).
const (
	letterReceipt  = "official-receipt:"
	letterPartly   = "payment-partly:"
	letterRejected = "payment-rejected:"
	letterAgain    = "receipt-again:"
	letterCopy     = "receipt-copy:"
)

// paymentOfLetter extracts the payment id from a letter's unique key; "" for other letters.
func paymentOfLetter(key string) string {
	for _, letter := range []string{letterReceipt, letterPartly, letterRejected, letterAgain} {
		if paymentID, ok := strings.CutPrefix(key, letter); ok {
			return paymentID
		}
	}
	return ""
}
