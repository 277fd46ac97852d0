// Package locales carries the messages, one home for the Go program and the browser.
package locales

import "embed"

// Files holds {en,zh}/<namespace>.json: flat objects of key to sentence.
//
//go:embed en/*.json zh/*.json
var Files embed.FS
