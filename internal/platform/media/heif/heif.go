// Package heif decodes phones' HEIC pictures in a WebAssembly sandbox: a malicious file cannot touch the process, and
// its memory is limited. Its time is not: a small file can cause hours of work, and an interruptible sandbox is three
// times slower. So package media runs it in a process that it can kill.
package heif

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"image"
	"io"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

const (
	page        = 64 << 10
	leastMemory = 32 << 20 // for the decoder itself and a small picture
)

// ErrUnreadable means that the decoder refused the file, or reached its limit.
var ErrUnreadable = errors.New("heif: not a readable HEIC picture")

//go:embed heif.wasm.gz
var compressed []byte

// Decode returns the picture upright, with the file's rotation applied. check gets the size before any pixel is
// decoded, and its error is returned unchanged. Other errors are ErrUnreadable, or that the decoder does not start. The
// sandbox uses at most memory bytes, including the picture.
func Decode(ctx context.Context, data []byte, memory int64, check func(width, height int) error) (image.Image, error) {
	instance, err := start(ctx, max(memory, leastMemory))
	if err != nil {
		return nil, fmt.Errorf("heif: decoder does not start: %w", err)
	}
	return decoder{module: instance}.decode(ctx, data, check)
}

// start runs the decoder until it waits for calls.
func start(ctx context.Context, memory int64) (api.Module, error) {
	rt, code, err := compile(ctx, memory)
	if err != nil {
		return nil, err
	}
	return run(ctx, rt, code)
}

// run instantiates a sandbox for the decoder and discards its output.
func run(ctx context.Context, rt wazero.Runtime, code wazero.CompiledModule) (api.Module, error) {
	return rt.InstantiateModule(ctx, code, wazero.NewModuleConfig())
}

// compile takes half a second and 30 MB.
func compile(ctx context.Context, memory int64) (wazero.Runtime, wazero.CompiledModule, error) {
	unzip, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return nil, nil, err
	}
	wasm, err := io.ReadAll(unzip)
	if err != nil {
		return nil, nil, err
	}
	rt := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithMemoryLimitPages(uint32(memory/page)).
		WithMemoryCapacityFromMax(true)) // growing a memory copies it, which needs both copies for a moment
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, rt); err != nil {
		return nil, nil, err
	}
	code, err := rt.CompileModule(ctx, wasm)
	return rt, code, err
}

// decoder uses the calling convention of heif.c: every number is a 32-bit pointer or size in the sandbox's memory.
type decoder struct {
	module api.Module
}

// The numbers of libheif's enums.
const (
	colorYCbCr = 0
	colorRGB   = 1
	colorGray  = 2

	chroma420 = 1
	chroma422 = 2
	chroma444 = 3
)

func (d decoder) decode(ctx context.Context, data []byte, check func(width, height int) error) (image.Image, error) {
	in, err := d.alloc(ctx, len(data))
	if err != nil || !d.module.Memory().Write(in, data) {
		return nil, ErrUnreadable
	}
	results, err := d.alloc(ctx, 5*4)
	if err != nil {
		return nil, ErrUnreadable
	}
	call := func(configOnly uint64, out uint32) bool {
		r := uint64(results)
		res, err := d.module.ExportedFunction("decode").Call(ctx,
			uint64(in), uint64(len(data)), configOnly, r, r+4, r+8, r+12, r+16, uint64(out))
		return err == nil && res[0] == 1
	}
	if !call(1, 0) {
		return nil, ErrUnreadable
	}
	var head [5]int // width, height, colour space, chroma, premultiplied
	for i := range head {
		v, ok := d.module.Memory().ReadUint32Le(results + uint32(4*i))
		if !ok || v > 1<<20 {
			return nil, ErrUnreadable
		}
		head[i] = int(v)
	}
	if err := check(head[0], head[1]); err != nil {
		return nil, err
	}
	l := layoutOf(head)
	if l.size == 0 {
		return nil, ErrUnreadable
	}
	out, err := d.alloc(ctx, l.size)
	if err != nil || !call(0, out) {
		return nil, ErrUnreadable
	}
	pix, ok := d.module.Memory().Read(out, uint32(l.size))
	if !ok {
		return nil, ErrUnreadable
	}
	return l.image(pix), nil
}

func (d decoder) alloc(ctx context.Context, n int) (uint32, error) {
	res, err := d.module.ExportedFunction("malloc").Call(ctx, uint64(n))
	if err != nil || res[0] == 0 {
		return 0, ErrUnreadable
	}
	return uint32(res[0]), nil
}

// layout is how the planes follow each other in the output.
type layout struct {
	rect          image.Rectangle
	color         int
	premultiplied bool
	ratio         image.YCbCrSubsampleRatio
	stride        int
	chromaStride  int
	chromaRows    int
	size          int // 0: not supported
}

func layoutOf(head [5]int) layout {
	w, h := head[0], head[1]
	l := layout{rect: image.Rect(0, 0, w, h), color: head[2], premultiplied: head[4] == 1, stride: stride(w, 1)}
	switch l.color {
	case colorGray:
		l.size = l.stride * h
	case colorRGB:
		l.stride = stride(w, 4)
		l.size = l.stride * h
	case colorYCbCr:
		cw := (w + 1) / 2
		l.chromaRows = h
		switch head[3] {
		case chroma420:
			l.ratio, l.chromaRows = image.YCbCrSubsampleRatio420, (h+1)/2
		case chroma422:
			l.ratio = image.YCbCrSubsampleRatio422
		case chroma444:
			l.ratio, cw = image.YCbCrSubsampleRatio444, w
		default:
			return l
		}
		l.chromaStride = stride(cw, 1)
		l.size = l.stride*h + 2*l.chromaStride*l.chromaRows
	}
	return l
}

// stride is libheif's: an even width of at least 64, and rows that start at multiples of 16 bytes.
func stride(width, bytes int) int {
	return (max(64, (width+1)&^1)*bytes + 15) &^ 15
}

func (l layout) image(pix []byte) image.Image {
	switch {
	case l.color == colorGray:
		return &image.Gray{Pix: pix, Stride: l.stride, Rect: l.rect}
	case l.color == colorRGB && l.premultiplied:
		return &image.RGBA{Pix: pix, Stride: l.stride, Rect: l.rect}
	case l.color == colorRGB:
		return &image.NRGBA{Pix: pix, Stride: l.stride, Rect: l.rect}
	}
	luma, chroma := l.stride*l.rect.Dy(), l.chromaStride*l.chromaRows
	return &image.YCbCr{
		Y: pix[:luma], Cb: pix[luma : luma+chroma], Cr: pix[luma+chroma:],
		YStride: l.stride, CStride: l.chromaStride, SubsampleRatio: l.ratio, Rect: l.rect,
	}
}
