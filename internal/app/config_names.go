package app

import (
	"fmt"
	"slices"
	"strings"
)

// A misspelt setting would be ignored silently: DATABSE_URL would create an empty temple in ./data.

const (
	shortName = 6 // shorter names are too similar to others: they only cause a warning
	ownPrefix = "SHANMEN_"
	fileEnd   = "_FILE"
)

// checkNames looks in an environment (from os.Environ) for names that nearly match a setting. The error names the first
// likely typo; doubts are names that may be intended: short ones, and ones whose setting is also given.
func checkNames(environ []string) (doubts []string, err error) {
	ours := settingNames()
	ours = append(ours, "GOMEMLIMIT")
	known := slices.Clone(ours)
	for _, name := range secrets {
		known = append(known, name+fileEnd)
	}
	set := map[string]bool{}
	var names []string
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		switch {
		case !slices.Contains(known, name):
			names = append(names, name)
		case value != "":
			set[strings.TrimSuffix(name, fileEnd)] = true
		case strings.HasPrefix(name, "DATABASE_URL"): // an empty variable would create an empty temple
			doubts = append(doubts, name+" is set and empty: the built-in database is used")
		}
	}
	slices.Sort(names)
	for _, name := range names {
		meant, sure := nearest(name, known, ours)
		switch said := fmt.Sprintf("%s is no setting of Shanmen: did you mean %s?", name, meant); {
		case meant == "":
		case sure && !set[strings.TrimSuffix(meant, fileEnd)]:
			if err == nil {
				err = misuse{fmt.Errorf("%s (if it is another program's, start with \"env -u %s\")", said, name)}
			}
		default:
			doubts = append(doubts, said)
		}
	}
	return doubts, err
}

// nearest returns the setting that a name was probably meant for, or "". sure is false if one of the two is short.
func nearest(name string, known, ours []string) (meant string, sure bool) {
	upper := strings.ToUpper(name)
	if bare, is := strings.CutPrefix(upper, ownPrefix); is {
		// Kubernetes sets SHANMEN_PORT in pods next to a service of this name.
		if len(bare) < shortName || !slices.Contains(known, bare) {
			return "", false
		}
		return bare, true
	}
	if bare, is := strings.CutSuffix(upper, fileEnd); is && slices.Contains(ours, bare) {
		return bare + ", which cannot stand in a file", true
	}
	best := 3
	for _, k := range known {
		d := distance(upper, k, best)
		if d < best && d <= mostWrong(upper, k) {
			best, meant = d, k
			sure = len(name) >= shortName && len(k) >= shortName
		}
	}
	return meant, sure
}

// mostWrong is how many letters of a name may be wrong for it to count as a typo: two, or one in a short name, where
// two would be half of its letters. SITE_URL is not SMTP_URL.
func mostWrong(name, setting string) int {
	const end = "_URL"
	stem, is := strings.CutSuffix(setting, end)
	if len(name) < shortName || len(setting) < shortName || is && len(stem) <= len(end) && strings.HasSuffix(name, end) {
		return 1
	}
	return 2
}

// distance counts wrong, missing, extra and transposed letters, up to most.
func distance(a, b string, most int) int {
	if len(a)-len(b) >= most || len(b)-len(a) >= most {
		return most
	}
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row := rows[0], rows[1], rows[2]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			wrong := 1
			if a[i-1] == b[j-1] {
				wrong = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+wrong)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		rows = [3][]int{last, row, before}
	}
	return min(rows[1][len(b)], most)
}
