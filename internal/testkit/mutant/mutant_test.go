package mutant

import (
	"strings"
	"testing"
)

func TestAMutantMustMatchItsStatement(t *testing.T) {
	for name, tt := range map[string]struct {
		mutant Mutant
		want   string // a part of the refusal
	}{
		"OKLock":             {NoLock("InvoiceLock"), ""},
		"OKLockOfNothing":    {NoLock("LockAdmins"), ""},
		"OKDelete":           {ReadFirst("SpendCeremony"), ""},
		"OKConstraint":       {NoConstraint("invoices", "invoices_origin_id_origin_key"), ""},
		"ErrNoStatement":     {NoLock("NoSuchLock"), "no such statement"},
		"ErrNoLock":          {NoLock("InvoiceMove"), "no lock"},
		"ErrNoSelect":        {Slow("InvoiceLock"), "no SELECT"},
		"ErrNoDelete":        {ReadFirst("InvoiceLock"), "no DELETE"},
		"ErrNoText":          {Change("InvoiceLock", "no such text", ""), "stands 0 times"},
		"ErrTextTwice":       {Change("InvoiceLock", "paid", ""), "times in it"},
		"ErrLessValues":      {Change("SpendRecoveryCode", " AND code_hash = $2", ""), "2 values, and then 1"},
		"ErrNothingOfAValue": {Nothing("InvoiceLock"), "1 values, and then 0"},
	} {
		err := tt.mutant.check()
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
}

func TestAStatementWithoutItsLockReadsTheSameRow(t *testing.T) {
	got, err := NoLock("X").of("-- name: X :one\nUPDATE shifts SET user_id = user_id WHERE id = $1 RETURNING id, note\n")
	if err != nil || !strings.HasPrefix(got, "-- name: X :one\n") || !strings.Contains(got, "(SELECT id, note FROM shifts WHERE id = $1)") {
		t.Errorf("%q, %v", got, err)
	}
}
