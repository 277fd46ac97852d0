// Package webp encodes pictures as WebP in a WebAssembly sandbox with limited memory. Package media runs it in a child
// process.
package webp

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
	page   = 64 << 10
	method = 4 // libwebp's default trade-off of time and size
)

// The memory of the sandbox in bytes: for the encoder itself, and per pixel.
const (
	Memory   = 16 << 20
	PerPixel = 16
)

//go:embed webp.wasm.gz
var compressed []byte

// Encoder uses the calling convention of webp.c: every number is a pointer or size in the sandbox's memory.
type Encoder struct {
	module api.Module
}

// Start compiles the encoder, which takes a third of a second, for pictures up to a number of pixels.
func Start(ctx context.Context, pixels int) (*Encoder, error) {
	unzip, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return nil, fmt.Errorf("webp: %w", err)
	}
	code, err := io.ReadAll(unzip)
	if err != nil {
		return nil, fmt.Errorf("webp: %w", err)
	}
	limit := uint32((Memory + PerPixel*int64(pixels)) / page)
	rt := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithMemoryLimitPages(limit).
		WithMemoryCapacityFromMax(true)) // growing a memory copies it, which needs both copies for a moment
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, rt); err != nil {
		return nil, fmt.Errorf("webp: %w", err)
	}
	module, err := rt.Instantiate(ctx, code)
	if err != nil {
		return nil, fmt.Errorf("webp: encoder does not start: %w", err)
	}
	return &Encoder{module}, nil
}

// Encode encodes a picture with a quality from 1 to 100.
func (e *Encoder) Encode(ctx context.Context, m *image.NRGBA, quality int) ([]byte, error) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	if m.Stride != 4*w {
		return nil, errors.New("webp: rows do not follow each other")
	}
	pixels, err := e.alloc(ctx, len(m.Pix))
	if err != nil {
		return nil, err
	}
	defer e.free(ctx, pixels)
	size, err := e.alloc(ctx, 8)
	if err != nil {
		return nil, err
	}
	defer e.free(ctx, size)
	if !e.module.Memory().Write(pixels, m.Pix) {
		return nil, errors.New("webp: no room for the picture")
	}
	const rgba, lossless, exact = 0, 0, 0
	res, err := e.module.ExportedFunction("encode").Call(ctx, uint64(pixels), uint64(w), uint64(h), uint64(size), rgba, uint64(quality), method, lossless, exact)
	if err != nil {
		return nil, fmt.Errorf("webp: %w", err)
	}
	out := uint32(res[0])
	n, ok := e.module.Memory().ReadUint32Le(size)
	if !ok || out == 0 || n == 0 {
		return nil, errors.New("webp: the encoder refused the picture")
	}
	defer e.free(ctx, out)
	data, ok := e.module.Memory().Read(out, n)
	if !ok {
		return nil, errors.New("webp: the encoder's answer is not there")
	}
	return bytes.Clone(data), nil
}

func (e *Encoder) alloc(ctx context.Context, n int) (uint32, error) {
	res, err := e.module.ExportedFunction("malloc").Call(ctx, uint64(n))
	if err != nil || res[0] == 0 {
		return 0, errors.New("webp: no room")
	}
	return uint32(res[0]), nil
}

func (e *Encoder) free(ctx context.Context, at uint32) {
	_, _ = e.module.ExportedFunction("free").Call(ctx, uint64(at))
}
