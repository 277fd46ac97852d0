// Command licencegen writes internal/base/licences/licences.txt: the licence texts of the Go modules linked into the
// program for Linux, of the npm packages in its pages, and of fonts, decoders and lists in the repository. It needs no
// network; the packages of web/ must be installed. Run it from the repository's root:
//
//	go run ./internal/base/licences/licencegen
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const target = "internal/base/licences/licences.txt"

const head = `The licence of Shanmen itself is the decision of its owner, and still open: until it is made, nobody has been given one.

Inside the program is the work of many others, each under the licence that follows with its name.

libheif 1.18.2 and libde265 1.0.15 are under the GNU Lesser General Public License, version 3. The program has them as a
file of its own, heif.wasm.gz, which github.com/gen2brain/heic v0.4.5 compiled (lib/Makefile and lib/heif.c there). Their
sources are at https://github.com/strukturag/libheif and https://github.com/strukturag/libde265. With the source of
Shanmen the file can be replaced by another build of them: internal/platform/media/heif/README.md says how.

`

// carried lists third-party files in the repository itself.
var carried = []struct{ name, file string }{
	{"libheif 1.18.2", "internal/platform/media/heif/LICENSE.libheif"},
	{"libde265 1.0.15", "internal/platform/media/heif/LICENSE.libde265"},
	{"github.com/gen2brain/heic v0.4.5, which compiled libheif and libde265", "internal/platform/media/heif/LICENSE.gen2brain-heic"},
	{"libwebp", "internal/platform/media/webp/LICENSE.libwebp"},
	{"github.com/gen2brain/webp, which compiled libwebp", "internal/platform/media/webp/LICENSE.gen2brain-webp"},
	{"LXGW WenKai (font of the pages)", "web/public/licenses/lxgw-wenkai-ofl.txt"},
	{"LXGW WenKai (font of papers)", "internal/platform/document/font/lxgw-wenkai-OFL.txt"},
	{"Source Serif 4 (font of the pages)", "web/public/licenses/source-serif-4-ofl.txt"},
	{"Source Serif 4 (font of papers)", "internal/platform/document/latin/source-serif-OFL.txt"},
	{"Source Serif 4 (font of shared pictures)", "internal/platform/share/font/source-serif-OFL.txt"},
	{"Source Sans 3 (font of papers)", "internal/platform/document/latin/source-sans-OFL.txt"},
	{"pinyin-pro (readings of characters)", "web/public/licenses/pinyin-pro-mit.txt"},
	{"go-pinyin (readings of characters)", "internal/base/licences/texts/go-pinyin.txt"},
	{"OpenCC (forms of characters)", "internal/base/licences/texts/opencc.txt"},
	{"zxcvbn (hashes of leaked passwords)", "internal/base/licences/texts/zxcvbn.txt"},
	{"zxcvbn in Go (hashes of leaked passwords)", "internal/base/licences/texts/zxcvbn-go.txt"},
}

// helpers are npm packages that only build the pages but leave some of their code or styles in them.
var helpers = []string{"@fontsource-variable/source-sans-3", "@fontsource-variable/source-serif-4", "rolldown", "tailwindcss", "vite"}

// without lists packages that have no licence file; the text of the licence named in their package.json is given here.
var without = map[string]string{"wouter": "internal/base/licences/texts/wouter.txt"}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|authors|unlicense)`)

// texts maps each licence text to the names of its parts.
type texts map[string][]string

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "licencegen:", err)
		os.Exit(1)
	}
}

func run() error {
	all := texts{}
	for _, c := range carried {
		if err := all.read(c.name, c.file); err != nil {
			return err
		}
	}
	for _, add := range []func() error{all.goModules, all.npmPackages} {
		if err := add(); err != nil {
			return err
		}
	}
	return os.WriteFile(target, all.print(), 0o644) // a source file
}

// read adds a file's text. Line endings and surrounding empty lines are ignored when texts are compared.
func (t texts) read(name, file string) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if strings.HasPrefix(name, "npm: vite ") { // the rest concerns packages bundled in Vite, which are not in the pages
		b, _, _ = bytes.Cut(b, []byte("\n# Licenses of bundled dependencies"))
	}
	text := strings.Trim(strings.ReplaceAll(string(b), "\r\n", "\n"), "\n")
	if !slices.Contains(t[text], name) {
		t[text] = append(t[text], name)
	}
	return nil
}

// folder adds the licences of a folder and returns how many there were.
func (t texts) folder(name, folder string) (int, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return 0, err
	}
	found := 0
	for _, e := range entries {
		if e.IsDir() || !licenceFile.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		found++
		if err := t.read(name, filepath.Join(folder, e.Name())); err != nil {
			return 0, err
		}
	}
	return found, nil
}

// goModules adds the modules linked on both processors, with licences in their subfolders. Go's own licence is taken
// from one of its modules, where it is identical, because distributions may move Go's file.
func (t texts) goModules() error {
	done := map[string]bool{}
	for _, arch := range []string{"amd64", "arm64"} {
		list := exec.Command("go", "list", "-deps", "-json=Dir,Module", "./cmd/shanmen")
		list.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+arch, "CGO_ENABLED=0")
		list.Stderr = os.Stderr
		out, err := list.Output()
		if err != nil {
			return fmt.Errorf("go list: %w", err)
		}
		for d := json.NewDecoder(bytes.NewReader(out)); ; {
			var pkg struct {
				Dir    string
				Module *struct {
					Path, Version, Dir string
					Main               bool
				}
			}
			if err := d.Decode(&pkg); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return err
			}
			if pkg.Module == nil || pkg.Module.Main {
				continue
			}
			if err := t.module(pkg.Module.Path, "Go: "+pkg.Module.Path+" "+pkg.Module.Version, pkg.Module.Dir, pkg.Dir, done); err != nil {
				return err
			}
		}
	}
	return nil
}

// module adds the licences from a package's folder up to its module's root.
func (t texts) module(path, name, root, dir string, done map[string]bool) error {
	for ; !done[dir]; dir = filepath.Dir(dir) {
		done[dir] = true
		found, err := t.folder(name, dir)
		if err == nil && path == "golang.org/x/sys" {
			_, err = t.folder("Go: the standard library", dir)
		}
		if err != nil {
			return err
		}
		if dir == root {
			if found == 0 {
				return fmt.Errorf("%s has no file with its licence", name)
			}
			return nil
		}
	}
	return nil
}

// npmPackages adds the runtime packages of web/package-lock.json. Type packages leave nothing in the pages.
func (t texts) npmPackages() error {
	b, err := os.ReadFile("web/package-lock.json")
	if err != nil {
		return err
	}
	var lock struct {
		Packages map[string]struct {
			Version                    string
			Dev, DevOptional, Optional bool
		}
	}
	if err := json.Unmarshal(b, &lock); err != nil {
		return err
	}
	for _, folder := range slices.Sorted(maps.Keys(lock.Packages)) {
		p := lock.Packages[folder]
		short := strings.TrimPrefix(folder, "node_modules/")
		if folder == "" || (p.Dev || p.DevOptional || p.Optional) && !slices.Contains(helpers, short) {
			continue
		}
		name := "npm: " + short + " " + p.Version
		found, err := t.folder(name, filepath.Join("web", filepath.FromSlash(folder)))
		if file := without[short]; err == nil && found == 0 && file != "" {
			found, err = 1, t.read(name, file)
		}
		if err != nil {
			return err
		}
		if found == 0 {
			return fmt.Errorf("%s has no file with its licence", name)
		}
	}
	return nil
}

// print sorts the texts by the first of their names.
func (t texts) print() []byte {
	ordered := slices.Collect(maps.Keys(t))
	for _, names := range t {
		slices.Sort(names)
	}
	slices.SortFunc(ordered, func(a, b string) int {
		if by := strings.Compare(t[a][0], t[b][0]); by != 0 {
			return by
		}
		return strings.Compare(a, b)
	})
	var out bytes.Buffer
	out.WriteString(head)
	for _, text := range ordered {
		out.WriteString(strings.Repeat("=", 100) + "\n" + strings.Join(t[text], "\n") + "\n" + strings.Repeat("-", 100) + "\n\n" + text + "\n\n")
	}
	return out.Bytes()
}
