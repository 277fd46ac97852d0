import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showOffice } from '../../testing/show-office.tsx'
import { DateField } from './date-field.tsx'
import { MomentField } from './moment-field.tsx'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-28T04:00:00Z'), toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

const given = vi.fn<(day: string) => void>()

function One({ start = '', ahead }: { start?: string; ahead?: boolean }) {
  const [day, setDay] = useState(start)
  return (
    <DateField
      label="Day"
      value={day}
      ahead={ahead}
      onChange={(next) => {
        given(next)
        setDay(next)
      }}
    />
  )
}

const field = () => screen.getByLabelText('Day')

it.each([
  ['en', 'Wed, 23 Dec 2026'],
  ['zh', '2026年12月23日 周三'],
] as const)('a typed date is repeated in words, in %s', async (locale, words) => {
  showOffice(<One />, locale)
  await userEvent.type(field(), '２３/12/2026')
  expect(given).toHaveBeenLastCalledWith('2026-12-23')
  await userEvent.tab()
  expect(field()).toHaveValue(words)
  expect(field()).not.toHaveAttribute('aria-invalid')
})

it('an unreadable date is kept, reported after leaving the field, and not treated as empty', async () => {
  showOffice(<One start="2026-12-01" />)
  await userEvent.clear(field())
  await userEvent.type(field(), '12/23/2026')
  expect(field()).not.toHaveAttribute('aria-invalid')
  await userEvent.tab()
  expect(given).toHaveBeenLastCalledWith('12/23/2026')
  expect(field()).toHaveValue('12/23/2026')
  expect(field()).toHaveAccessibleDescription(/Write the day before the month: 23\/12\/2026/)
  await userEvent.clear(field())
  await userEvent.type(field(), '31/2/2026')
  await userEvent.tab()
  expect(field()).toHaveAccessibleDescription(/does not exist/)
})

it('a two-digit year is accepted once typing has ended', async () => {
  showOffice(<One ahead />)
  await userEvent.type(field(), '23/12/26')
  expect(given).toHaveBeenLastCalledWith('23/12/26')
  await userEvent.tab()
  expect(given).toHaveBeenLastCalledWith('2026-12-23')
  expect(screen.queryByText('This date is past.')).toBeNull()
})

it('a past date is reported where a future one is required', async () => {
  showOffice(<One ahead />)
  await userEvent.type(field(), '2020-1-1')
  await userEvent.tab()
  expect(screen.getByText('This date is past.')).toBeInTheDocument()
})

it('the browser’s calendar can fill in a day', () => {
  const { container } = showOffice(<One />)
  const picker = container.querySelector('input[type=date]')
  if (picker) fireEvent.change(picker, { target: { value: '2026-12-25' } })
  expect(field()).toHaveValue('Fri, 25 Dec 2026')
})

it.each([
  ['en', 'Sat, 5 Dec 2026 9:30 am'],
  ['zh', '2026年12月5日 周六 上午9:30'],
] as const)('a day and time from the browser’s picker are repeated in words, in %s', (locale, words) => {
  showOffice(<MomentField label="Begins" value="2026-12-05T09:30" onChange={() => {}} />, locale)
  expect(screen.getByText(words)).toBeInTheDocument()
})

it('no date field of the office shows a format that depends on the browser’s country', () => {
  const office = join(import.meta.dirname, '../..')
  const own = readdirSync(office, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      name.endsWith('.tsx') &&
      !name.endsWith('.test.tsx') &&
      /type="date(?:time-local)?"|'date(?:time-local)?' as const/.test(readFileSync(join(office, name), 'utf8')),
  )
  expect(own.sort()).toEqual(['kit/field/date-field.tsx', 'kit/field/moment-field.tsx'])
})
