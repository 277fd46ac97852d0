// Package web embeds the built front end. Its sources are TypeScript; `make build` writes dist.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Dist is the folder written by the web build. Before the first build it only contains .keep.
func Dist() fs.FS {
	sub, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the folder's name is a constant above
	}
	return sub
}
