package app

import (
	"fmt"
	"slices"
	"strings"
)

// A setting whose name is misspelt is silently none: DATABSE_URL would open an empty temple in ./data.

const (
	shortName = 6 // names of fewer letters are too like each other: they are told of, and stop nothing
	ownPrefix = "SHANMEN_"
	fileEnd   = "_FILE"
)

// checkNames looks for names in an environment, as os.Environ gives it, that are nearly those of settings. The error names
// the first that is probably meant for one; doubts are those that need not be: short names, and names whose setting is
// there as well.
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
		case strings.HasPrefix(name, "DATABASE_URL"): // whose variable was not filled in opens an empty temple
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

// nearest is the setting that a name may be meant for, "" if none; sure of itself unless one of them is short.
func nearest(name string, known, ours []string) (meant string, sure bool) {
	upper := strings.ToUpper(name)
	if bare, is := strings.CutPrefix(upper, ownPrefix); is {
		// Kubernetes sets SHANMEN_PORT in pods beside a service of this name.
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

// mostWrong is how many letters may be wrong in a name that is meant for a setting: two, but one where they are half of what
// tells names apart. SITE_URL is not SMTP_URL.
func mostWrong(name, setting string) int {
	const end = "_URL"
	stem, is := strings.CutSuffix(setting, end)
	if len(name) < shortName || len(setting) < shortName || is && len(stem) <= len(end) && strings.HasSuffix(name, end) {
		return 1
	}
	return 2
}

// distance counts the letters that are wrong, missing, too many or swapped with their neighbour; most or more is most.
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
