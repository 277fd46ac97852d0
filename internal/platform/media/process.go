package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"

	"shanmen/internal/base/fault"
)

const (
	// decodeTime is how long a decoder may run, cpuTime how much CPU time it may use. The slowest accepted picture
	// needs seven seconds of one core.
	decodeTime = 90 * time.Second
	cpuTime    = 20 * time.Second
	// maxResult is the maximum output of a decoder: twice the largest strip, made of noise.
	maxResult = 24 * mB
	endWait   = 2 * time.Second // grace period for a killed process to exit
)

// inProcess decodes a file in a child process, which may use the memory computed by weigh, is killed after limit or
// with ctx, and inherits no setting or secret of the program.
func inProcess(ctx context.Context, f format, file *os.File, w weight, limit time.Duration) (result, []byte, error) {
	if err := rewind(file); err != nil {
		return result{}, nil, err
	}
	n := func(v int64) string { return strconv.FormatInt(v, 10) }
	out, err := inChild(ctx, file, limit, maxResult, childVerb, string(f), n(int64(w.width)), n(int64(w.height)), n(w.memory))
	if err != nil {
		return result{}, nil, err
	}
	head, picture, err := readResult(out)
	if err != nil {
		return result{}, nil, fmt.Errorf("media: decoder: %w", err)
	}
	if head.Code != "" {
		refused := fault.Invalid(head.Code)
		refused.Params = head.Params
		return head, nil, refused
	}
	return head, picture, nil
}

// inChild starts the program as a child process with arguments, and returns its output. The child inherits no setting
// or secret of the program, and is killed after limit or with ctx.
func inChild(ctx context.Context, in io.Reader, limit time.Duration, most int, args ...string) ([]byte, error) {
	program := ownProgram
	if program == "" {
		var err error
		if program, err = os.Executable(); err != nil {
			return nil, fmt.Errorf("media: decoder: %w", err)
		}
	}
	limited, cancel := context.WithTimeoutCause(ctx, limit, errTooLong)
	defer cancel()
	cmd := exec.CommandContext(limited, program, args...)
	cmd.Env = []string{"GOMAXPROCS=2"} // the second core is for the memory watcher
	cmd.Stdin = in
	cmd.WaitDelay = endWait
	startAlone(cmd)
	held, hold, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("media: decoder: %w", err)
	}
	defer func() { _ = hold.Close() }()
	cmd.ExtraFiles = []*os.File{held}
	out, said := &limitedBuffer{max: most}, &limitedBuffer{max: 4 << 10}
	cmd.Stdout, cmd.Stderr = out, said
	err = cmd.Start()
	_ = held.Close()
	if err != nil {
		return nil, fmt.Errorf("media: decoder does not start: %w", err)
	}
	return outcome(ctx, limited, cmd.Wait(), out, said)
}

var errTooLong = errors.New("media: decoding took too long")

// outcome classifies how a decoder ended: with output, because the visitor disconnected, or at one of its limits.
func outcome(ctx, limited context.Context, err error, out, said *limitedBuffer) ([]byte, error) {
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(context.Cause(limited), errTooLong), errors.Is(err, errTooMuch),
		errors.As(err, &exit) && exit.ExitCode() != 1: // killed by its own check or by the kernel, or out of memory
		return nil, tooLarge()
	case err != nil:
		first, _, _ := bytes.Cut(said.Bytes(), []byte{'\n'})
		return nil, fmt.Errorf("media: decoder: %w: %s", err, first)
	}
	return out.Bytes(), nil
}

// limitedBuffer fails on more output than allowed.
type limitedBuffer struct {
	bytes.Buffer
	max int
}

var errTooMuch = errors.New("media: the decoder says too much")

func (b *limitedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.max {
		return 0, errTooMuch
	}
	return b.Buffer.Write(p)
}
