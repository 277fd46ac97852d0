// Package shanmen holds the version number, once for all that shows it.
package shanmen

import (
	_ "embed"
	"strings"
)

//go:embed VERSION
var version string

// commit is set by the build: the short hash of the sources' commit, with "-dirty" when they differ from it.
var commit string

// Version is the number of the release, as semver.org has it: "0.2.0". The file VERSION says it.
func Version() string { return strings.TrimSpace(version) }

// Build is the version with the commit it was made from, "0.2.0 (1a2b3c4d)": two builds of one version differ in it.
func Build() string {
	if commit == "" {
		return Version()
	}
	return Version() + " (" + commit + ")"
}
