package outbox

import "unicode/utf16"

// gsm are the characters of the 7-bit GSM alphabet; extended ones count twice (3GPP TS 23.038).
const (
	gsm     = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
	gsmWide = "^{}\\[~]|€\f"
)

var gsmCost = func() map[rune]int {
	out := map[rune]int{}
	for _, r := range gsm {
		out[r] = 1
	}
	for _, r := range gsmWide {
		out[r] = 2
	}
	return out
}()

// Parts is the number of SMS into which a message is split, and billed. web/src/domain/sms.ts has the same rule.
func Parts(text string) int {
	n := 0
	for _, r := range text {
		cost, plain := gsmCost[r]
		if !plain {
			return parts(len(utf16.Encode([]rune(text))), 70, 67)
		}
		n += cost
	}
	return parts(n, 160, 153)
}

func parts(n, one, each int) int {
	if n <= one {
		return 1
	}
	return (n + each - 1) / each
}
