// Package web embeds the built front end. Its sources are TypeScript; `make build` writes dist, and packs it.
package web

import (
	"bytes"
	"compress/gzip"
	"embed"
	"errors"
	"io"
	"io/fs"
)

//go:embed all:packed
var packed embed.FS

// Dist is the web build. A text file is in it as name.br and name.gz (internal/platform/ssr/pack), and fs.ReadFile also
// reads it by its own name. Before the first build there is only .keep.
func Dist() fs.FS {
	sub, err := fs.Sub(packed, "packed")
	if err != nil {
		panic(err) // the folder's name is a constant above
	}
	return dist{sub}
}

type dist struct{ fs.FS }

func (d dist) ReadFile(name string) ([]byte, error) {
	b, err := fs.ReadFile(d.FS, name)
	if !errors.Is(err, fs.ErrNotExist) {
		return b, err
	}
	small, missing := fs.ReadFile(d.FS, name+".gz")
	if missing != nil {
		return nil, err
	}
	r, err := gzip.NewReader(bytes.NewReader(small))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
