import { expect, test } from 'vitest'
import { findQuestions } from './questions.ts'

const questions = [
  { key: 'cash', question: 'Can I pay in cash?', html: '<p>Yes, at the <strong>counter</strong>.</p>' },
  { key: 'late', question: 'I can’t come. What now?', html: '<p>Call us &amp; we help.</p>' },
  { key: 'zh', question: '可以扫PayNow付款吗？', html: '<p>可以。</p>' },
]
const find = (search: string) => [...findQuestions(questions, search)]

test.each([
  ['', ['cash', 'late', 'zh'], 'no search is all'],
  ['  ', ['cash', 'late', 'zh'], 'nor are spaces one'],
  ['CASH counter', ['cash'], 'words of question and answer, in any case'],
  ["can't", ['late'], 'a straight apostrophe'],
  ['付款', ['zh'], 'Chinese'],
  ['ｐａｙｎｏｗ', ['zh'], 'full-width letters'],
  ['strong', [], 'markup is no text'],
  ['&', ['late'], 'a sign'],
])('the FAQ search %j finds %j: %s', (search, found) => {
  expect(find(search)).toEqual(found)
})
