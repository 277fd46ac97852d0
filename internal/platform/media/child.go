package media

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image/jpeg"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"time"

	"shanmen/internal/base/fault"
)

// The program starts itself as a child process to decode a picture. The arguments are the verb, the format, and the
// weight computed from the picture's header; the file is its input, the result its output. A third file is a pipe that
// closes when the parent process has gone.
const (
	childVerb     = "decode-picture"
	childArgs     = 6
	childPipe     = 3
	exitTooLarge  = 3 // needs more memory than its header suggested
	memoryLooks   = 2 * time.Millisecond
	memoryMetric  = "/memory/classes/total:bytes"
	memoryMetric2 = "/memory/classes/heap/released:bytes"
)

// result is the first line of the output. The JPEG follows unless the picture is refused.
type result struct {
	Code   string         `json:"code,omitempty"`
	Params map[string]any `json:"params,omitempty"`
	Width  int            `json:"width,omitempty"`
	Height int            `json:"height,omitempty"`
	DHash  uint64         `json:"dhash,omitempty"`
	Detail string         `json:"detail,omitempty"`
}

// Any program that links this package can decode pictures like this, including test binaries.
func init() {
	if len(os.Args) != childArgs || os.Args[1] != childVerb {
		return
	}
	if err := child(os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func child(args []string) error {
	var n [3]int64
	for i, arg := range args[1:] {
		v, err := strconv.ParseInt(arg, 10, 64)
		if err != nil {
			return fmt.Errorf("media: %s: %w", childVerb, err)
		}
		n[i] = v
	}
	w := weight{width: int(n[0]), height: int(n[1]), memory: n[2]}
	limitSelf(w.memory)
	debug.SetMemoryLimit(w.memory - w.memory/8) // the garbage collector runs before the limit is reached
	go endAbove(w.memory)
	go endWith(os.NewFile(childPipe, "parent"))
	data, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	if err := answer(out, format(args[0]), data, w); err != nil {
		return err
	}
	return out.Flush()
}

// endAbove ends the process when it uses more memory than granted. It measures what Go's own limit measures; that limit
// only makes the garbage collector run more often.
func endAbove(limit int64) {
	sample := []metrics.Sample{{Name: memoryMetric}, {Name: memoryMetric2}}
	for {
		metrics.Read(sample)
		if sample[0].Value.Uint64()-sample[1].Value.Uint64() > uint64(limit) {
			os.Exit(exitTooLarge)
		}
		time.Sleep(memoryLooks)
	}
}

// endWith exits when the pipe closes: nobody waits for the picture any more.
func endWith(pipe *os.File) {
	_, _ = io.Copy(io.Discard, pipe)
	os.Exit(1)
}

func answer(out io.Writer, f format, data []byte, w weight) error {
	src, err := decode(f, data, w)
	if refused, ok := fault.Of(err); ok {
		return json.NewEncoder(out).Encode(result{Code: refused.Code, Params: refused.Params})
	}
	if err != nil {
		return err
	}
	kw, kh := keptSize(src.Bounds().Dx(), src.Bounds().Dy())
	kept := upright(resample(src, kw, kh), orientation(exifOf(f, data)))
	head := result{Width: kept.Rect.Dx(), Height: kept.Rect.Dy(), DHash: dHash(kept), Detail: detailOf(kept)}
	if err := json.NewEncoder(out).Encode(head); err != nil {
		return err
	}
	return jpeg.Encode(out, kept, &jpeg.Options{Quality: quality})
}

// readResult parses a child's output.
func readResult(out []byte) (head result, picture []byte, err error) {
	line, picture, found := bytes.Cut(out, []byte{'\n'})
	if !found {
		return head, nil, errors.New("media: the decoder answered nothing")
	}
	return head, picture, json.Unmarshal(line, &head)
}
