// Command pack compresses the web build for the program, once and as well as possible: of each text file in web/dist it
// writes a Brotli and a gzip form to web/packed, and copies other files. Run it from the repository's root.
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"golang.org/x/sync/errgroup"
)

const from, to = "web/dist", "web/packed"

// texts are the extensions of files that compress well. Below least bytes a file gains nothing.
var texts = []string{".js", ".css", ".html", ".svg", ".json", ".webmanifest", ".txt", ".xml", ".ico", ".wasm"}

const least = 256

// window suffices for every file: 2^19 bytes.
const window = 19

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func run() error {
	var work errgroup.Group
	work.SetLimit(runtime.GOMAXPROCS(0))
	wanted := map[string]bool{}
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "office.json" { // the office's manifest is for scripts/size.mjs
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		body, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		forms := formsOf(name, len(body))
		for suffix, form := range forms {
			out := filepath.Join(to, name+suffix)
			wanted[out] = true
			work.Go(func() error {
				return put(out, strings.HasPrefix(name, "assets"+string(filepath.Separator)), body, form)
			})
		}
		return nil
	})
	if err = errors.Join(err, work.Wait()); err != nil {
		return err
	}
	return filepath.WalkDir(to, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || wanted[path] || d.Name() == ".keep" {
			return err
		}
		return os.Remove(path)
	})
}

type form func([]byte) []byte

// formsOf is what is written of a file, by the suffix of its name.
func formsOf(name string, size int) map[string]form {
	if size < least || !slices.Contains(texts, filepath.Ext(name)) {
		return map[string]form{"": func(b []byte) []byte { return b }}
	}
	forms := map[string]form{".gz": gzipped}
	if !strings.HasPrefix(name, ".") && name != "ssr.js" { // only the program reads these
		forms[".br"] = brotlied
	}
	return forms
}

// put writes a form of a file. One whose name contains the hash of its content is not written again.
func put(out string, hashed bool, body []byte, form form) error {
	if _, err := os.Stat(out); err == nil && hashed {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return err
	}
	tmp := out + ".new" // an interrupted run leaves no half file under the name
	if err := os.WriteFile(tmp, form(body), 0o644); err != nil {
		return err
	}
	return os.Rename(tmp, out)
}

func brotlied(body []byte) []byte {
	var b bytes.Buffer
	w := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: window})
	_, _ = w.Write(body) // a bytes.Buffer does not fail
	_ = w.Close()
	return b.Bytes()
}

func gzipped(body []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	_, _ = w.Write(body) // a bytes.Buffer does not fail
	_ = w.Close()
	return b.Bytes()
}
