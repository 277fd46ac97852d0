package paynow_test

import (
	"testing"

	"shanmen/internal/base/money"
	"shanmen/internal/base/paynow"
	"shanmen/internal/testkit/paynowcode"
)

// FuzzPayload: a generated code parses to its input, with the UEN in one spelling.
func FuzzPayload(f *testing.F) {
	f.Add("T08SS0001L", "Qing Lian Temple", "INV-2026-000001", int64(1000), false)
	f.Add("t08 ss0001l001", "", "", int64(0), true)
	f.Add("53888888K", "6304", "5802SG", int64(99999999), false)
	f.Fuzz(func(t *testing.T, uen, name, reference string, cents int64, editable bool) {
		clean, err := paynow.CleanUEN(uen)
		if err == nil {
			if again, err := paynow.CleanUEN(clean); err != nil || again != clean {
				t.Fatalf("%q is %q, and that is %q (%v)", uen, clean, again, err)
			}
			uen = clean
		}
		payload, err := paynow.Payload(paynow.Params{UEN: uen, PayeeName: name, Cents: money.Cents(cents), Editable: editable, Reference: reference})
		if err != nil {
			return
		}
		code, err := paynowcode.Parse(payload)
		if err != nil || code.UEN != uen || code.Cents != money.Cents(cents) || code.Reference != reference || code.Currency != "702" {
			t.Errorf("%s reads as %+v (%v)", payload, code, err)
		}
	})
}

// FuzzParse: no foreign code makes the parser panic.
func FuzzParse(f *testing.F) {
	payload, err := paynow.Payload(paynow.Params{UEN: "T08SS0001L", PayeeName: "Temple", Cents: 1000})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(payload)
	f.Add("6304")
	f.Add("00020126999963040000")
	f.Fuzz(func(_ *testing.T, payload string) { _, _ = paynowcode.Parse(payload) })
}
