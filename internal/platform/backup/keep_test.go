package backup

import (
	"slices"
	"testing"
	"time"
)

func nightly(from time.Time, days int) (names []string) {
	for i := range days {
		names = append(names, from.AddDate(0, 0, i).Format(nameForm))
	}
	slices.Reverse(names)
	return names
}

// The backups kept after two years of nights: seven days, four weeks, twelve months, the last of each.
func TestSevenDailyFourWeeklyTwelveMonthlyBackupsAreKept(t *testing.T) {
	t.Parallel()
	first := time.Date(2024, 11, 24, 3, 0, 0, 0, singapore)
	names := nightly(first, 730)
	now := TimeOf(names[0])
	keep := kept(names, now)
	var got []string
	for _, n := range names {
		if keep[n] {
			got = append(got, n[:8])
		}
	}
	want := []string{
		"20261123", "20261122", "20261121", "20261120", "20261119", "20261118", "20261117", // days; the 23rd is a Monday
		"20261115", "20261108", // Sundays
		"20261031", "20260930", "20260831", "20260731", "20260630", "20260531", "20260430", "20260331", "20260228", "20260131", "20251231",
	}
	if !slices.Equal(got, want) {
		t.Errorf("kept\n%v\nnot\n%v", got, want)
	}
	// Night after night nothing is kept that should be deleted, and nothing is missing that should be kept.
	var have []string
	for i := range 730 {
		have = append([]string{first.AddDate(0, 0, i).Format(nameForm)}, have...)
		k := kept(have, TimeOf(have[0]))
		have = slices.DeleteFunc(have, func(n string) bool { return !k[n] })
	}
	var after []string
	for _, n := range have {
		after = append(after, n[:8])
	}
	if !slices.Equal(after, want) {
		t.Errorf("night by night\n%v\nnot\n%v", after, want)
	}
}

func TestTodaysBackupsAndTheLastOldOnesAreKept(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 18, 0, 0, 0, singapore)
	today := []string{"20261123-170000", "20261123-160000", "20261123-030000", "20261122-190000"}
	if k := kept(today, now); len(k) != len(today) {
		t.Errorf("kept %v", k)
	}
	if k := kept([]string{"20200105-030000", "20200104-030000"}, now); len(k) != 2 {
		t.Errorf("the last ones there are: %v", k)
	}
}
