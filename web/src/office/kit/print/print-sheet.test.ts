import { describe, expect, it } from 'vitest'
import { pageRule } from './print-sheet.tsx'

describe('the page size for printing', () => {
  it('is A5 for a receipt', () => expect(pageRule('a5', 900)).toContain('size: A5 portrait'))
  it('is A4 for a report', () => expect(pageRule('a4', 900)).toContain('size: A4 portrait'))
  it('is as long as the slip for a slip', () => expect(pageRule('slip', 378)).toContain('size: 80mm 113mm')) // 100 mm and its margins
  it('is never so short that a printer refuses it', () => expect(pageRule('slip', 10)).toContain('size: 80mm 60mm'))
})
