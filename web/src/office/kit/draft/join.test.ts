import { expect, it } from 'vitest'
import { joinTexts } from './join.ts'

it.each([
  ['other paragraphs', '<p>a</p><p>b</p>', '<p>a!</p><p>b</p>', '<p>a</p><p>b?</p>', '<p>a!</p><p>b?</p>'],
  ['a paragraph more at each end', '<p>b</p>', '<p>a</p><p>b</p>', '<p>b</p><p>c</p>', '<p>a</p><p>b</p><p>c</p>'],
  [
    'words of one paragraph',
    '<p>Lifts were built in 2019, so that nobody climbs.</p>',
    '<p>Lifts were built in 2019, so that nobody climbs. In 2026 the roof was laid.</p>',
    '<p>Lifts were built in 2019 by the Tan family, so that nobody climbs.</p>',
    '<p>Lifts were built in 2019 by the Tan family, so that nobody climbs. In 2026 the roof was laid.</p>',
  ],
  [
    'characters of Chinese',
    '<p>义工约六十人，僧众七位。</p>',
    '<p>义工约八十人，僧众七位。</p>',
    '<p>义工约六十人，僧众九位。</p>',
    '<p>义工约八十人，僧众九位。</p>',
  ],
  ['the same change', '<p>a</p><p>b</p>', '<p>x</p><p>b</p>', '<p>x</p><p>b</p>', '<p>x</p><p>b</p>'],
  ['lines without markup', 'Our history', 'Our long history', 'Our history today', 'Our long history today'],
])('merges two edits: %s', (_, before, mine, theirs, joined) => {
  expect(joinTexts(before, mine, theirs)).toBe(joined)
  expect(joinTexts(before, theirs, mine)).toBe(joined)
})

it.each([
  ['the same words', '<p>sixty people</p>', '<p>eighty people</p>', '<p>ninety people</p>'],
  ['one takes out what the other changes', '<p>a</p><p>b</p>', '<p>b</p>', '<p>a!</p><p>b</p>'],
  ['two lines at one place', '<p>a</p>', '<p>a</p><p>x</p>', '<p>a</p><p>y</p>'],
])('leaves two edits for a person to decide: %s', (_, before, mine, theirs) => {
  expect(joinTexts(before, mine, theirs)).toBeNull()
})
