import { plainDigits } from '../../domain/whole-number.ts'

export type SheetRange = { from: number; to: number }

/**
 * Parses sheet numbers such as `87, 120-122`, with separators of either language; undefined if it contains none, or one
 * outside 1 to `most`.
 */
export function sheetsOf(text: string, most: number): SheetRange[] | undefined {
  const parts = plainDigits(text)
    .replace(/\s*[-–—－~至到]\s*/g, '-')
    .split(/[\s,，、;；]+/)
    .filter(Boolean)
  const ranges: SheetRange[] = []
  for (const part of parts) {
    const [, from = '', to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part) ?? []
    const range = { from: Number(from), to: Number(to) }
    if (from === '' || range.from < 1 || range.to < range.from || range.to > most) return undefined
    ranges.push(range)
  }
  return ranges.length > 0 && ranges.length <= 50 ? ranges : undefined
}
