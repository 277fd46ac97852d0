// Package licences holds the licence texts of all that is inside the program.
package licences

import _ "embed"

//go:embed licences.txt
var text string

// Text is what `shanmen licences` prints: each part of the program by name, and each text once with the parts under it.
func Text() string { return text }
