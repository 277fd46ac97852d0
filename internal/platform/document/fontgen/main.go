// Command fontgen unpacks the documents' font from the npm package @fontsource/lxgw-wenkai into
// internal/platform/document/font, where the program embeds it. Run it from the repository's root, after npm has
// installed the packages of web/:
//
//	go run ./internal/platform/document/fontgen
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// weight 500 is the font's regular text weight; the package has no 400.
const packed = "files/lxgw-wenkai-latin-500-normal.woff"

func main() {
	from := flag.String("from", "web/node_modules/@fontsource/lxgw-wenkai", "folder of the npm package")
	to := flag.String("to", "internal/platform/document/font", "folder that the program embeds")
	flag.Parse()
	if err := run(*from, *to); err != nil {
		fmt.Fprintln(os.Stderr, "fontgen:", err)
		os.Exit(1)
	}
}

// run writes the font and its licence. An identical font is not rewritten, so that Go's build cache stays valid.
func run(from, to string) error {
	woff, err := os.ReadFile(filepath.Join(from, filepath.FromSlash(packed)))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w; install the packages of web/ first (npm ci)", err)
	}
	if err != nil {
		return err
	}
	ttf, err := unpack(woff)
	if err != nil {
		return fmt.Errorf("%s: %w", packed, err)
	}
	licence, err := os.ReadFile(filepath.Join(from, "LICENSE"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	if err := write(filepath.Join(to, "lxgw-wenkai.ttf"), ttf); err != nil {
		return err
	}
	return write(filepath.Join(to, "lxgw-wenkai-OFL.txt"), licence)
}

func write(path string, b []byte) error {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, b) {
		return nil
	}
	// A concurrent build would embed a half-written font.
	tmp := path + ".new"
	if err := os.WriteFile(tmp, b, 0o644); err != nil {
		return err
	}
	return os.Rename(tmp, path)
}
