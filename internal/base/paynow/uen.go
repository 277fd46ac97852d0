package paynow

import (
	"regexp"
	"strings"

	"shanmen/internal/base/fault"
)

// The three formats of a UEN (ACRA): businesses, local companies (starting with the year), and other entities,
// including societies (type SS) and so temples.
var (
	businessUEN = regexp.MustCompile(`^\d{8}[A-Z]$`)
	companyUEN  = regexp.MustCompile(`^\d{9}[A-Z]$`)
	otherUEN    = regexp.MustCompile(`^[RST]\d{2}[A-Z]{2}\d{4}[A-Z]$`)
	suffixOfUEN = regexp.MustCompile(`^[A-Z0-9]{3}$`)
)

const suffixLength = 3

// CleanUEN returns a UEN in upper case without blanks, with its check letter verified. It accepts the three characters
// that banks append for further accounts of the same organisation, as in T08SS0001L001. The refusal is the fault
// "uen-invalid".
func CleanUEN(s string) (string, error) {
	clean := strings.ToUpper(strings.Join(strings.Fields(s), ""))
	if validUEN(clean) {
		return clean, nil
	}
	if n := len(clean) - suffixLength; n > 0 && suffixOfUEN.MatchString(clean[n:]) && validUEN(clean[:n]) {
		return clean, nil
	}
	return "", fault.Invalid("uen-invalid")
}

func validUEN(s string) bool {
	const digits = "0123456789"
	const other = "ABCDEFGHJKLMNPQRSTUVWX0123456789"
	switch {
	case businessUEN.MatchString(s):
		return s[8] == "XMKECAWLJDB"[weighted(s[:8], digits, 10, 4, 9, 3, 8, 2, 7, 1)%11]
	case companyUEN.MatchString(s):
		return s[9] == "ZKCMDNERGWH"[weighted(s[:9], digits, 10, 8, 6, 4, 9, 7, 5, 3, 1)%11]
	case otherUEN.MatchString(s):
		sum := weighted(s[:9], other, 4, 3, 5, 3, 10, 2, 2, 5, 7)
		return sum >= 0 && s[9] == other[(sum+6)%11]
	}
	return false
}

// weighted returns -1 for a character outside the alphabet: I, O, Y and Z occur in no UEN.
func weighted(s, alphabet string, weights ...int) int {
	sum := 0
	for i, w := range weights {
		at := strings.IndexByte(alphabet, s[i])
		if at < 0 {
			return -1
		}
		sum += w * at
	}
	return sum
}
