import { describe, expect, it } from 'vitest'
import { pageRule } from './print-sheet.tsx'

describe('the page size for printing', () => {
  it('the page size for a receipt is A5', () => expect(pageRule('a5', 900)).toContain('size: A5 portrait'))
  it('the page size for a report is A4', () => expect(pageRule('a4', 900)).toContain('size: A4 portrait'))
  it('the page size for a slip is as long as the slip', () =>
    expect(pageRule('slip', 378)).toContain('size: 80mm 113mm')) // 100 mm and its margins
  it('the page size is never so short that a printer refuses it', () =>
    expect(pageRule('slip', 10)).toContain('size: 80mm 60mm'))
})
