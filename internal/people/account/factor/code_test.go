package factor

import (
	"strings"
	"testing"
	"time"
)

// Appendix B of RFC 6238, the last six digits of its eight.
func TestTOTPCodesMatchRFC6238(t *testing.T) {
	t.Parallel()
	secret := totpText.EncodeToString([]byte("12345678901234567890"))
	for at, want := range map[int64]string{
		59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130",
	} {
		got, err := totpCode(secret, at/30)
		if err != nil || got != want {
			t.Errorf("at %d: %s, want %s, %v", at, got, want, err)
		}
	}
}

func TestTOTPCodesOfAdjacentTimeStepsAreAccepted(t *testing.T) {
	t.Parallel()
	secret := totpText.EncodeToString([]byte("12345678901234567890"))
	now := time.Unix(1234567890, 0)
	step := now.Unix() / 30
	for away := int64(-3); away <= 3; away++ {
		code, _ := totpCode(secret, step+away)
		at, right := Step(secret, code, now)
		if want := away >= -1 && away <= 1; right != want || right && at != step+away {
			t.Errorf("%d steps away: %v at %d", away, right, at-step)
		}
	}
}

func TestRecoveryCodesAreAcceptedInAllSpellings(t *testing.T) {
	t.Parallel()
	code := randomCode()
	if len(code) != 19 || strings.Count(code, "-") != 3 {
		t.Fatalf("the code is %q", code)
	}
	for _, typed := range []string{strings.ToLower(code), " " + strings.ReplaceAll(code, "-", " ") + "\u00a0", strings.ReplaceAll(code, "-", "")} {
		if recoveryHash(typed) != recoveryHash(code) || recoveryHash(code) == "" {
			t.Errorf("%q is another code", typed)
		}
	}
	if recoveryHash("Ｋ7Q4-X9TM-2RPH-W6CD") != recoveryHash("K7Q4-X9TM-2RPH-W6CD") {
		t.Error("full width makes a difference")
	}
	for _, typed := range []string{"", "123456", code + "A", code[1:], "O" + code[1:], strings.Repeat("A", 4000)} {
		if recoveryHash(typed) != "" {
			t.Errorf("%q is a code", typed[:min(len(typed), 30)])
		}
	}
}
