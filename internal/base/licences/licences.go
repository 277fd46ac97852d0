// Package licences contains the licence texts of everything in the program.
package licences

import _ "embed"

//go:embed licences.txt
var text string

// Text is the output of `shanmen licences`: each part by name, and each text once with its parts.
func Text() string { return text }
