// Package shanmen holds the version number, for everything that shows it.
package shanmen

import (
	_ "embed"
	"strings"
)

//go:embed VERSION
var version string

// commit is set by the build: the short commit hash, with "-dirty" for modified sources.
var commit string

// Version is the release number in semver.org's format: "0.2.0", from the file VERSION.
func Version() string { return strings.TrimSpace(version) }

// Build is the version with its commit, "0.2.0 (1a2b3c4d)", to distinguish builds of one version.
func Build() string {
	if commit == "" {
		return Version()
	}
	return Version() + " (" + commit + ")"
}
