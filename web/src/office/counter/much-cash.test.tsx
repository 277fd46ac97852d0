import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls, messages } from '../../site/testing/show-page.tsx'
import { showOffice } from '../testing/show-office.tsx'
import { CashForm } from './cash-form.tsx'
import type { FoundInvoice } from './counter-queries.ts'
import { TogetherForm, type Unpaid } from './together-form.tsx'

const t = (key: string, params: Record<string, string> = {}) =>
  Object.entries(params).reduce((text, [name, value]) => text.replace(`{${name}}`, value), messages.en[key] ?? key)
const invoice = { id: 'one', due: 8800, payer: { name: 'Tan Bee Leng' } } as FoundInvoice
const orders = [
  { id: 'a', number: 'INV-1', due: 3800, createdAt: '2026-11-28T10:00:00+08:00' },
  { id: 'b', number: 'INV-2', due: 5000, createdAt: '2026-11-28T10:00:00+08:00' },
] as Unpaid[]

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['one order', <CashForm key="one" invoice={invoice} whole={false} onTaken={() => {}} />],
  ['several', <TogetherForm key="more" orders={orders} onTaken={() => {}} onBack={() => {}} />],
])('asks for confirmation before more than the next S$100 is booked: %s', async (_, form) => {
  const sent = answerCalls([200, {}])
  showOffice(form)
  const take = () => fireEvent.click(screen.getByText(t('office.take', { amount: 'S$88.00' }), { selector: 'button' }))
  fireEvent.change(screen.getByLabelText(t('office.given')), { target: { value: '100000' } })
  take()
  expect(await screen.findByText(t('counter.much-ask', { given: 'S$100,000.00' }))).toBeInTheDocument()
  expect(sent).toHaveLength(0)
  fireEvent.click(screen.getByText(t('office.back'), { selector: 'button' }))
  expect(screen.getByLabelText(t('office.given'))).toHaveValue('100000')
  take()
  fireEvent.click(await screen.findByText(t('counter.much-do', { given: 'S$100,000.00' }), { selector: 'button' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ amountReceived: 10000000 })
})

it('does not ask up to the next S$100', async () => {
  const sent = answerCalls([200, {}])
  showOffice(<CashForm invoice={invoice} whole={false} onTaken={() => {}} />)
  fireEvent.change(screen.getByLabelText(t('office.given')), { target: { value: '100' } })
  fireEvent.click(screen.getByText(t('office.take', { amount: 'S$88.00' }), { selector: 'button' }))
  await waitFor(() => expect(sent).toHaveLength(1))
})
