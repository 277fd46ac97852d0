import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { makeT } from '../../i18n/messages.ts'
import { messages } from '../../site/testing/show-page.tsx'
import { serve } from '../testing/serve.ts'
import { showOffice } from '../testing/show-office.tsx'
import { CloseForm } from './close-form.tsx'
import { OpenForm } from './open-form.tsx'
import type { Shift } from './shift-queries.ts'

const shift = { id: 's', mine: true, blind: false, clerk: 'Mei', expected: 10_000 } as unknown as Shift
const forms = {
  close: () => <CloseForm shift={shift} onClosed={() => {}} />,
  open: () => <OpenForm onOpened={() => {}} />,
}

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['close', 'en'],
  ['close', 'zh'],
  ['open', 'en'],
  ['open', 'zh'],
] as const)('tells a wrong number of notes at the field of the note, and goes there: %s, %s', (form, locale) => {
  const t = makeT(locale, messages[locale])
  const sent = serve({})
  showOffice(forms[form](), locale)
  if (form === 'open') fireEvent.click(screen.getByRole('radio', { name: t('shift.float-count') }))
  const fifty = screen.getByRole('textbox', { name: 'S$50' })
  fireEvent.change(fifty, { target: { value: 'two' } })
  fireEvent.submit(fifty.closest('form') as HTMLFormElement)
  expect(fifty).toHaveFocus()
  expect(fifty).toHaveAccessibleDescription(t('shift.not-a-number'))
  expect(screen.getAllByText(t('shift.not-a-number'))).toHaveLength(1)
  expect(screen.getAllByRole('textbox').filter((field) => field.matches('[aria-invalid=true]'))).toEqual([fifty])
  expect(sent).toEqual([])
})
