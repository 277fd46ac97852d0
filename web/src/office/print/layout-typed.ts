import { plainDigits } from '../../domain/whole-number.ts'
import type { LayoutDraft, LayoutKind, LayoutParams } from './layout-queries.ts'

/** The values of the form's fields, with the server's names. Offsets are millimetres as typed. */
export type Typed = Pick<LayoutParams, 'ground' | 'tint' | 'living' | 'dates' | 'longevity' | 'note'> & {
  name: string
  sheet: string
  'params.offsetX': string
  'params.offsetY': string
  'params.title': string
  'params.text': string
}

const offsets = ['params.offsetX', 'params.offsetY'] as const
const mostMillimetres = 20

export function typedOf({ name, sheet, params }: LayoutDraft): Typed {
  return {
    ...params,
    name,
    sheet,
    'params.offsetX': String(params.offsetX / 10),
    'params.offsetY': String(params.offsetY / 10),
    'params.title': params.title ?? '',
    'params.text': params.text ?? '',
  }
}

export function draftOf(kind: LayoutKind, typed: Typed): LayoutDraft {
  const { ground, tint, living, dates, longevity, note } = typed
  return {
    kind,
    name: typed.name,
    sheet: typed.sheet,
    params: {
      ground,
      tint,
      living,
      dates,
      longevity,
      note,
      offsetX: tenths(typed['params.offsetX']) ?? 0,
      offsetY: tenths(typed['params.offsetY']) ?? 0,
      ...(kind === 'petition' && { title: typed['params.title'], text: typed['params.text'] }),
    },
  }
}

/** The offsets that are not millimetres between -20 and 20. */
export function wrongOffsets(typed: Typed) {
  return offsets.filter((name) => tenths(typed[name]) === undefined)
}

/** Parses a text with a point or comma as tenths of a millimetre; undefined if invalid or out of range. */
export function tenths(text: string): number | undefined {
  const clean = plainDigits(text).replace(',', '.')
  if (!/^-?\d{1,2}(\.\d)?$/.test(clean)) return clean === '' ? 0 : undefined
  const value = Math.round(Number(clean) * 10)
  return Math.abs(value) <= mostMillimetres * 10 ? value : undefined
}
