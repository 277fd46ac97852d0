import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { showPage } from '../../../../site/testing/show-page.tsx'
import { AddQuestion } from './add-question.tsx'

const show = (prefix: string, asked: readonly string[]) => {
  const onAdd = vi.fn<(at: string, fields: readonly [string, string][]) => void>()
  showPage(() => <AddQuestion prefix={prefix} place="3" asked={asked} onAdd={onAdd} />, {
    id: 'not-found',
    path: '/admin',
    data: null,
    locale: 'en',
  })
  return onAdd
}

test('the question about a gift’s purpose is added once, under the key used in reports, and not for each person', async () => {
  const onAdd = show('ask.', ['name'])
  await userEvent.click(screen.getByRole('button', { name: 'What a gift is for (fund)' }))
  expect(onAdd).toHaveBeenCalledWith('ask.fund', [
    ['ask.fund.type', 'choice'],
    ['ask.fund.place', '3'],
    ['ask.fund.label.en', 'What is your gift for?'],
    ['ask.fund.label.zh', '善款用途'],
  ])
})

test.each([
  ['ask.', ['fund']],
  ['ask.people.each.', []],
])('a second question with the key %s cannot be added', (prefix, asked) => {
  show(prefix, asked)
  expect(screen.queryByRole('button', { name: 'What a gift is for (fund)' })).not.toBeInTheDocument()
})
