import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage } from '../site/testing/show-page.tsx'
import { ErrorSummary, type SummaryError } from './error-summary.tsx'

function Form({ errors }: { errors: readonly SummaryError[] }) {
  return (
    <form>
      <ErrorSummary errors={errors} />
      <fieldset>
        <legend>
          <span aria-hidden="true">1</span>The departed
        </legend>
        <ul>
          <li aria-label="Person 1">
            <input id="a" />
          </li>
          <li aria-label="Person 2">
            <input id="b" />
          </li>
        </ul>
      </fieldset>
      <fieldset>
        <legend>The family</legend>
        <input id="c" />
      </fieldset>
    </form>
  )
}
const lines = () => screen.getAllByRole('link').map((link) => link.textContent)
const show = (errors: readonly SummaryError[], locale: 'en' | 'zh' = 'en') =>
  showPage(() => <Form errors={errors} />, { id: 'home', path: '/', data: null, locale })

test('equal lines name the innermost part in which no other of them stands', () => {
  show([
    { id: 'a', text: 'Enter a name' },
    { id: 'b', text: 'Enter a name' },
    { id: 'c', text: 'Enter a name' },
  ])
  expect(lines()).toEqual(['Person 1: Enter a name', 'Person 2: Enter a name', 'The family: Enter a name'])
})

test('in Chinese they are parted by a Chinese colon', () => {
  show(
    [
      { id: 'a', text: '请填写姓名' },
      { id: 'c', text: '请填写姓名' },
    ],
    'zh',
  )
  expect(lines()).toEqual(['Person 1：请填写姓名', 'The family：请填写姓名'])
})

test('lines that differ stand alone', () => {
  show([
    { id: 'a', text: 'Enter a name' },
    { id: 'c', text: 'Enter a year' },
  ])
  expect(lines()).toEqual(['Enter a name', 'Enter a year'])
})

test('they stand in the order of the page, those without a control first', () => {
  show([
    { id: 'c', text: 'Enter a year' },
    { id: 'b', text: 'Enter a name' },
    { text: 'The list is closed' },
    { id: 'a', text: 'Choose a gender' },
  ])
  expect(screen.getAllByRole('listitem').flatMap((item) => item.querySelector('a, span')?.textContent ?? [])).toEqual([
    'The list is closed',
    'Choose a gender',
    'Enter a name',
    'Enter a year',
  ])
})
