import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { showOffice } from '../../../testing/show-office.tsx'
import { ChosenDays } from './chosen-days.tsx'
import type { Rule } from './event-queries.ts'
import { NextDates } from './next-dates.tsx'
import { readRule } from './read-rule.ts'

const given = vi.fn<(days?: string[]) => void>()

function One({ days }: { days?: string[] }) {
  const [rule, setRule] = useState<Rule>({ ...readRule(undefined), days })
  return (
    <ChosenDays
      rule={rule}
      set={(part) => {
        given(part.days)
        setRule({ ...rule, ...part })
      }}
      errorOf={() => undefined}
    />
  )
}

it('a new event asks for its date, and each further date has its own field', async () => {
  showOffice(<One />)
  await userEvent.type(screen.getByLabelText('Date'), '2030年12月23日')
  await userEvent.click(screen.getByRole('button', { name: 'Add a date' }))
  expect(given).toHaveBeenLastCalledWith(['2030-12-23'])
  expect(screen.getByLabelText('Date 2')).toHaveFocus()
  await userEvent.keyboard('24.12.2030')
  expect(given).toHaveBeenLastCalledWith(['2030-12-23', '2030-12-24'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove date 1' }))
  expect(given).toHaveBeenLastCalledWith(['2030-12-24'])
  expect(screen.getByLabelText('Date')).toHaveValue('Tue, 24 Dec 2030')
})

it('a list of dates can be pasted at once', async () => {
  showOffice(<One days={['2030-01-01']} />)
  await userEvent.click(screen.getByRole('button', { name: 'Add a date' }))
  await userEvent.paste('2/1/2030\n3 Jan 2030\nsome day\n')
  expect(given).toHaveBeenLastCalledWith(['2030-01-01', '2030-01-02', '2030-01-03', 'some day'])
  expect(screen.getByLabelText('Date 4')).toHaveAccessibleDescription(/not a date that can be read/)
})

it('an event without dates shows no earlier dates', () => {
  showOffice(<NextDates preview={undefined} failed fresh past={false} all={false} onAll={() => {}} />)
  expect(screen.getByText('The next dates appear here once the rule is complete.')).toBeInTheDocument()
})

it('chosen dates that are all past are reported as past', () => {
  const none = { next: [], more: 0, until: '', clashes: [] }
  showOffice(<NextDates preview={none} failed={false} fresh past all={false} onAll={() => {}} />)
  expect(screen.getByText('All these dates are past; the event has none to come.')).toBeInTheDocument()
})
