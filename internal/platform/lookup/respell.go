package lookup

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// spelling is the version of the terms of Chinese names. Raise it when names get new terms: existing records are then
// reindexed.
const spelling = 2

const (
	// respellSubjects is how many records are reindexed per transaction.
	respellSubjects = 100
	// respellBatches is how many transactions one round of housekeeping runs, so that its other work does not wait for
	// a million records.
	respellBatches = 100
	// settingSpelling stores the progress.
	settingSpelling = "search-spelling"
	// afterASCII is the start of terms that are no Latin letter or digit.
	afterASCII = "80"
)

// spelled is the progress of reindexing; the setting search-spelling stores it as JSON.
type spelled struct {
	Spelling int    `json:"spelling"`
	Kind     string `json:"kind,omitempty"`
	Subject  string `json:"subject,omitempty"`
	Done     bool   `json:"done,omitempty"`
}

// Respell reindexes records from before names were found by whole syllables, single characters, either script, and
// every pronunciation of a surname. Missing terms are derived from a name's characters, which are terms themselves.
// Each batch is a transaction that stores its progress: a restarted process continues there, and of two replicas one
// skips the batch.
func Respell(ctx context.Context, d *db.DB) error {
	for range respellBatches {
		done, err := db.WriteValue(ctx, d, RespellMore)
		if err != nil {
			return fmt.Errorf("complete search terms: %w", err)
		}
		if done {
			return nil
		}
	}
	return nil
}

// RespellMore runs one batch; done means that nothing is left, or that another replica works on it.
func RespellMore(ctx context.Context, tx *db.Tx) (done bool, err error) {
	was, err := tx.Setting(ctx, settingSpelling)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return false, err
	}
	var at spelled
	if err := json.Unmarshal([]byte(was), &at); err != nil || at.Spelling != spelling {
		at = spelled{Spelling: spelling}
	}
	if at.Done {
		return true, nil
	}
	subjects, err := tx.SearchSubjectsAfter(ctx, query.SearchSubjectsAfterParams{Kind: at.Kind, Subject: at.Subject, FromTerm: afterASCII, Most: respellSubjects})
	if err != nil {
		return false, err
	}
	if len(subjects) > 0 {
		last := subjects[len(subjects)-1]
		at.Kind, at.Subject = last.Kind, last.Subject
	} else {
		at.Done = true
	}
	next, err := json.Marshal(at)
	if err != nil {
		return false, err
	}
	n, err := tx.SearchSpellingTo(ctx, query.SearchSpellingToParams{Next: string(next), Was: was})
	if err != nil || n == 0 {
		return true, err
	}
	for _, s := range subjects {
		if err := respell(ctx, tx, Kind(s.Kind), s.Subject); err != nil {
			return false, err
		}
	}
	return at.Done, nil
}

// respell reindexes one record. It locks the terms it read: a concurrent removal waits, and then removes the added ones
// too.
func respell(ctx context.Context, tx *db.Tx, kind Kind, subject string) error {
	rows, err := tx.SearchTermsHeld(ctx, query.SearchTermsHeldParams{Kind: string(kind), Subject: subject, FromTerm: afterASCII})
	if err != nil || len(rows) == 0 {
		return err
	}
	var terms []string
	var at clock.Millis
	for _, r := range rows {
		text, err := hex.DecodeString(r.Term)
		if err != nil {
			continue // not a term of this package
		}
		terms, at = append(terms, string(text)), r.At
	}
	return AddMany(ctx, tx, kind, at, map[string]Words{subject: {Names: wholeNames(terms)}})
}

// wholeNames are the terms that are no suffix of another: every suffix of a name is a term too.
func wholeNames(terms []string) []string {
	return slices.DeleteFunc(slices.Clone(terms), func(t string) bool {
		return slices.ContainsFunc(terms, func(o string) bool {
			return len(o) > len(t) && (strings.HasSuffix(o, t) || isOne(t) && strings.Contains(o, t))
		})
	})
}

func isOne(t string) bool { return len([]rune(t)) == 1 }
