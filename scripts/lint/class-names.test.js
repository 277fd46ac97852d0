// @vitest-environment node
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { classesIn, unknownClasses } from './class-names.js'

const known = classesIn('.card{} .p-5{} .sm\\:p-6{} .w-1\\/2{} .btn{} .btn-primary{} .hidden{}')

/** The class names in a page that have no rule, with their lines. */
function unknown(text) {
  const page = { path: 'page.tsx', text, program: parseSync('page.tsx', text).program }
  return unknownClasses([page], known).map(({ name, line }) => `${line} ${name}`)
}

test('class names are extracted from a style sheet and unescaped', () => {
  expect([...known]).toEqual(['card', 'p-5', 'sm:p-6', 'w-1/2', 'btn', 'btn-primary', 'hidden'])
})

test.each([
  ['a class of an element', '<p className="card p-55" />', ['1 p-55']],
  ['one of two', 'const a = <p className={on ? "p-5" : "crad"} />', ['1 crad']],
  ['a constant', 'const look = "card w-1/3"\nexport const a = <p className={look} />', ['1 w-1/3']],
  [
    'a record of looks',
    'const looks = { a: "card", b: "cadr" }\nexport const a = <p className={looks[kind]} />',
    ['1 cadr'],
  ],
  ['a template', 'const a = <p className={`card p-7 ${more}`} />', ['1 p-7']],
  ['what a function of classes gives', 'function boxClass() {\n  return "card sm:p-7"\n}', ['2 sm:p-7']],
  ['a line of classes that stands alone', 'export const box = "card p-5 hiden"', ['1 hiden']],
])('the class name %s, which no rule defines, is reported', (_, text, found) => {
  expect(unknown(text)).toEqual(found)
})

test.each([
  ['known classes', '<p className="card sm:p-6 w-1/2" />'],
  ['marks of a group', '<p className="group card peer/name" />'],
  ['the kind of a button', 'const a = <a className={buttonClass("quiet", "hidden")} />'],
  ['words of a sentence', 'export const text = "a card is hidden here by nobody"'],
  ['a word that is known in parts', 'const a = <p className={`card p-${n}`} />'],
])('the class name %s is not reported', (_, text) => {
  expect(unknown(text)).toEqual([])
})
