package payment

import "strings"

// The letters about a payment, each known by the payment's id: those of its decision go to the payer by mail
// or text; the receipt once more, to the payer or to an address that was given at the counter. Whatever undoes the
// payment withdraws them (outbox.WithdrawAbout).
const (
	letterReceipt  = "official-receipt:"
	letterPartly   = "payment-partly:"
	letterRejected = "payment-rejected:"
	letterAgain    = "receipt-again:"
	letterCopy     = "receipt-copy:"
)

// paymentOfLetter reads from a letter's key which payment the letter is about; "" for other letters.
func paymentOfLetter(key string) string {
	for _, letter := range []string{letterReceipt, letterPartly, letterRejected, letterAgain} {
		if paymentID, ok := strings.CutPrefix(key, letter); ok {
			return paymentID
		}
	}
	return ""
}
