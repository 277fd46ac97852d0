// Package locales embeds the messages, shared by the Go program and the browser.
package locales

import "embed"

// Files contains {en,zh}/<namespace>.json: flat objects of key to message.
//
//go:embed en/*.json zh/*.json
var Files embed.FS
