import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { messages } from '../../site/testing/show-page.tsx'
import { dismissToast, toastStore } from '../../ui/toast-store.ts'
import { columns, line, rowOf, statement, tallies, user } from '../testing/bank.tsx'
import { serve, type Answer } from '../testing/serve.ts'
import { showOffice } from '../testing/show-office.tsx'
import { BankPage } from './bank-page.tsx'
import type { Line } from './bank-queries.ts'
import { HandForm } from './hand-form.tsx'
import { LineTable } from './line-table.tsx'
import { NotAnOrder } from './not-an-order.tsx'
import { SettleBar } from './settle-bar.tsx'
import { useSelection } from './use-selection.ts'
import { StatementPage } from './statement-page.tsx'

const counted = {
  ...statement,
  tallies: {
    ...tallies,
    certain: { count: 12, sum: 105600 },
    none: { count: 3, sum: 700 },
    matched: { count: 2, sum: 17600 },
  },
}
function Worked({ lines }: { lines: readonly Line[] }) {
  const selection = useSelection()
  const certain = lines.filter((one) => one.class === 'certain')
  const rest = lines.filter((one) => one.class !== 'certain')
  return (
    <>
      <LineTable
        statement={counted}
        certain={certain}
        rest={rest}
        selection={selection}
        shown={4}
        onUnfold={() => {}}
      />
      <SettleBar statement={counted} lines={lines} selection={selection} />
    </>
  )
}

const order = (nr: number, due: number) => ({
  invoiceId: `i${nr}`,
  number: `INV-${nr}`,
  paymentReference: 'REF',
  payer: '',
  payerChinese: '',
  status: 'awaiting-payment',
  due,
  amount: due,
  unseen: false,
})

const short = (due: number) =>
  ({
    ...line,
    class: 'likely',
    why: ['reference', 'under'],
    candidates: [{ ...order(1, due), amount: 10000, state: 'proposed' }],
  }) as unknown as Line

const press = (words: string | RegExp) => fireEvent.click(screen.getByText(words, { selector: 'button' }))
const file = new File(['a,b'], 'november.csv', { type: 'text/csv' })
const bring = async () => {
  const field = document.querySelector('input[type=file]')
  if (!field) throw new Error('no field for files')
  fireEvent.change(field, { target: { files: [file] } })
}
const address = () => window.location.pathname

beforeEach(() => {
  window.history.replaceState(null, '', '/')
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  for (const { id } of toastStore.current()) dismissToast(id)
})

describe.each(['en', 'zh'] as const)('bank statements in %s', (locale) => {
  const t = (key: string, vars: Record<string, string | number> = {}) =>
    Object.entries(vars).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, String(value)),
      messages[locale][key] ?? messages[locale][`${key}_other`] ?? key,
    )

  it('uploads a statement and opens it; a statement that was uploaded before is reported', async () => {
    const sent = serve({ 'POST /api/admin/bank/statement': [200, { id: 's1', state: 'reading', known: true }] })
    showOffice(<BankPage />, locale)
    expect(await screen.findByText(t('bank.empty'))).toBeInTheDocument()
    await bring()
    expect(await screen.findByText(t('bank.known'))).toBeInTheDocument()
    expect(address()).toBe('/bank/s1')
    expect(sent).toEqual([{ call: 'POST /api/admin/bank/statement', body: 'november.csv', key: null }])
  })

  it.each(['too-large'])('shows at the field why a bank file is refused: %s', async (kind) => {
    const title = t(`fault.statement-${kind}`)
    serve({ 'POST /api/admin/bank/statement': [400, { code: `statement-${kind}`, title }] })
    showOffice(<BankPage />, locale)
    await bring()
    expect(await screen.findByText(title)).toBeInTheDocument()
    expect(address()).toBe('/')
  })

  it('reports that the upload of a bank statement failed', async () => {
    serve({ 'POST /api/admin/bank/statement': 'no answer' })
    showOffice(<BankPage />, locale)
    await bring()
    expect(await screen.findByText(t('office.unsent'))).toBeInTheDocument()
    expect(address()).toBe('/')
  })

  it.each(['empty', 'unreadable'])('shows why a statement could not be parsed: %s', async (kind) => {
    const problem = `statement-${kind}`
    serve({ 'GET /api/admin/bank/statement/s1': [200, { ...statement, state: 'failed', problem }] })
    showOffice(<StatementPage id="s1" user={user} areas={[]} />, locale)
    expect(await screen.findByText(t(`fault.${problem}`))).toBeInTheDocument()
  })

  it('shows the progress of parsing a bank statement', async () => {
    serve({ 'GET /api/admin/bank/statement/s1': [200, { ...statement, state: 'reading', done: 40, total: 200 }] })
    showOffice(<StatementPage id="s1" user={user} areas={[]} />, locale)
    expect(await screen.findByText(t('bank.progress', { done: 40, total: 200 }))).toBeInTheDocument()
    expect(document.querySelector('progress')).toHaveAttribute('value', '40')
  })

  it('shows why a bank file could not be parsed, and lets the user delete it', async () => {
    serve({
      'GET /api/admin/bank/statement/s1': [200, { ...statement, state: 'failed', problem: 'statement-unreadable' }],
    })
    showOffice(<StatementPage id="s1" user={user} areas={[]} />, locale)
    expect(await screen.findByText(t('bank.state-failed'))).toBeInTheDocument()
    expect(screen.getByText(t('fault.statement-unreadable'))).toBeInTheDocument()
    expect(screen.getByText(t('bank.undo'))).toBeInTheDocument()
  })

  it('shows count and sum of each group of bank lines', async () => {
    serve({ 'GET /api/admin/bank/statement/s1': [200, counted] })
    showOffice(<StatementPage id="s1" user={user} areas={[]} />, locale)
    const sorts = within(await screen.findByRole('navigation', { name: t('bank.sorts') }))
    expect(sorts.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      `${t('bank.tab-all')}17`,
      `${t('bank.tab-certain')}12`,
      `${t('bank.tab-likely')}0`,
      `${t('bank.tab-several')}0`,
      `${t('bank.tab-none')}3`,
      `${t('bank.tab-matched')}2`,
    ])
    expect(screen.getByText(t('bank.recognised', { count: 12, total: 17 }), { exact: false })).toBeInTheDocument()
  })

  it('settles the certain bank matches, selected from the start, with one click and one request', async () => {
    const path = '/api/admin/bank/statement/s1/approve'
    const answers: Record<string, Answer> = { [`POST ${path}`]: 'no answer' }
    const sent = serve(answers)
    const sure = { ...line, class: 'certain', candidates: [order(1, 10000)] } as unknown as Line
    showOffice(<Worked lines={[sure]} />, locale)
    expect(screen.getByText(t('bank.selected', { count: 12 }))).toBeInTheDocument()
    fireEvent.keyDown(document.body, { key: 'Enter', shiftKey: true })
    expect(await screen.findByText(t('office.unsent'))).toBeInTheDocument()
    answers[`POST ${path}`] = [200, {}]
    press(t('common.try-again'))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[0]).toMatchObject({ call: `POST ${path}`, body: { count: 12, sum: 105600 } })
    expect(sent[1]).toEqual(sent[0])
  })

  it('settles the selected bank lines individually when a certain one was unselected', async () => {
    const sent = serve({
      'POST /api/admin/bank/line/l3/match': [200, line],
      'GET /api/admin/bank/statement/s1': [200, counted],
    })
    const candidate = { ...order(1, 10000), amount: 10000, state: 'proposed' }
    const sure = ['l2', 'l3'].map(
      (id) => ({ ...line, id, class: 'certain', candidates: [candidate] }) as unknown as Line,
    )
    showOffice(<Worked lines={sure} />, locale)
    const [, first] = screen.getAllByRole('checkbox')
    if (first) fireEvent.click(first)
    press(new RegExp(`^${t('bank.settle-selected', { count: 1 })}`))
    await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(['POST /api/admin/bank/line/l3/match']))
    expect(sent[0]?.body).toEqual({ parts: [{ invoiceId: 'i1', amount: 10000 }] })
    // For half a minute, one click undoes what one click settled.
    fireEvent.click(await screen.findByText(t('common.undo'), { selector: 'button' }))
    await waitFor(() => expect(sent.at(-1)?.call).toBe('POST /api/admin/bank/line/l3/undo'))
    await waitFor(() => expect(screen.queryByText(t('common.undo'), { selector: 'button' })).toBeNull())
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(screen.getByText(t('bank.selected', { count: 0 }))).toBeInTheDocument()
  })

  it('the settle button shows what stays due, and waiving a few cents needs a reason', async () => {
    const sent = serve({ 'POST /api/admin/bank/line/l1/match': [200, line] })
    const { unmount } = showOffice(rowOf(short(10800)), locale)
    expect(screen.getByText(t('bank.stays-due', { amount: 'S$8.00' }))).toBeInTheDocument()
    unmount()
    showOffice(rowOf(short(10050)), locale)
    press(new RegExp(`^${t('bank.waive-do', { amount: '' }).trim()}`))
    const dialog = within(screen.getByRole('dialog'))
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: ' ' } })
    fireEvent.click(dialog.getByText(t('bank.waive-do', { amount: 'S$0.50' })))
    expect(dialog.getByText(t('bank.waive-missing'))).toBeInTheDocument()
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'charge' } })
    fireEvent.click(dialog.getByText(t('bank.waive-do', { amount: 'S$0.50' })))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toEqual({ parts: [{ invoiceId: 'i1', amount: 10000 }], waive: 50, reason: 'charge' })
  })

  it('undoes a bank import after listing what was settled by it; an error is shown', async () => {
    const path = 'POST /api/admin/bank/statement/s1/undo'
    const answers: Record<string, Answer> = {
      'GET /api/admin/bank/statement/s1': [200, counted],
      [path]: [400, { code: 'busy', title: 'Somebody works on it.' }],
    }
    const sent = serve(answers)
    showOffice(<StatementPage id="s1" user={user} areas={[]} />, locale)
    fireEvent.click(await screen.findByText(t('bank.undo')))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText(t('bank.undo-matched', { count: 2, sum: 'S$176.00' }))).toBeInTheDocument()
    fireEvent.click(dialog.getByText(t('bank.undo'), { selector: 'button' }))
    expect(await dialog.findByText('Somebody works on it.')).toBeInTheDocument()
    answers[path] = [200, {}]
    fireEvent.click(dialog.getByText(t('bank.undo'), { selector: 'button' }))
    await waitFor(() => expect(screen.queryByText(t('bank.undo-text'))).toBeNull())
    expect(sent.map(({ call }) => call)).toEqual([path, path])
  })

  it('asks which column of a bank file is which, starting from a guess', async () => {
    const sent = serve({
      'GET /api/admin/bank/statement/s1': [200, { ...statement, state: 'unmapped', bank: '', columns }],
    })
    showOffice(<StatementPage id="s1" user={user} areas={[]} />, locale)
    expect(await screen.findByText('LAMP TAN')).toBeInTheDocument()
    const select = (key: string) => {
      const named = screen.getAllByLabelText(new RegExp(`^${t(`bank.column-${key}`)}`))
      const found = named.find((one) => one instanceof HTMLSelectElement)
      if (!found) throw new Error(`no field for ${key}`)
      return found
    }
    expect([select('date').value, select('credit').value, select('debit').value]).toEqual(['0', '2', '3'])
    fireEvent.change(screen.getByLabelText(t('bank.bank-name')), { target: { value: 'Maybank' } })
    fireEvent.change(select('debit'), { target: { value: '-1' } })
    press(t('bank.columns-do'))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      call: 'PUT /api/admin/bank/statement/s1/layout',
      body: { bank: 'Maybank', date: 0, credit: 2, debit: -1, amount: -1, reference: 1 },
    })
  })

  it('sends the debit/credit column with a single amount column, and not with two', async () => {
    const one = { ...columns, guess: { ...columns.guess, credit: -1, debit: -1, amount: 2, indicator: 3 } }
    const sent = serve({ 'GET /api/admin/bank/statement/s1': [200, { ...statement, state: 'unmapped', columns: one }] })
    showOffice(<StatementPage id="s1" user={user} areas={[]} />, locale)
    const field = await screen.findByLabelText(new RegExp(`^${t('bank.column-indicator').replace(/[()]/g, '.')}`))
    expect(field).toHaveValue('3')
    press(t('bank.columns-do'))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({ amount: 2, indicator: 3, credit: -1, debit: -1 })
    fireEvent.click(screen.getByText(t('bank.amounts-two')))
    expect(screen.queryByText(t('bank.column-indicator'))).toBeNull()
  })

  it('resumes work on a bank statement that has stopped', async () => {
    const path = 'POST /api/admin/bank/statement/s1/resume'
    const sent = serve({
      'GET /api/admin/bank/statement/s1': [
        200,
        { ...statement, state: 'approving', stuck: true, done: 40, total: 200 },
      ],
      [path]: [200, {}],
    })
    showOffice(<StatementPage id="s1" user={user} areas={[]} />, locale)
    expect(await screen.findByText(t('bank.stuck'))).toBeInTheDocument()
    press(t('bank.resume'))
    await waitFor(() => expect(sent.map(({ call }) => call)).toEqual([path]))
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  })

  it('shows why a bank line was not settled, and why one was not undone', () => {
    serve({})
    showOffice(rowOf({ ...line, problem: 'no-place-left', why: ['failed'] }), locale)
    expect(screen.getByText(t('bank.failed', { reason: t('fault.no-place-left') }))).toBeInTheDocument()
    showOffice(rowOf({ ...line, state: 'matched', problem: 'undo-overtaken' }, false), locale)
    expect(screen.getByText(t('bank.kept', { reason: t('fault.undo-overtaken') }))).toBeInTheDocument()
  })

  it('shows the currency of foreign bank amounts, and offers no order for them', () => {
    serve({})
    showOffice(rowOf({ ...line, currency: 'USD', why: ['currency'] }), locale)
    expect(screen.getByText('USD 100.00')).toBeInTheDocument()
    expect(screen.getByText(t('bank.mark-currency', { currency: 'USD' }))).toBeInTheDocument()
    expect(screen.queryByRole('searchbox')).toBeNull()
    expect(screen.getByText(t('bank.ignore-do'))).toBeInTheDocument()
  })

  it('a bank file without a date column cannot be parsed', async () => {
    const unknown = { ...columns, guess: { ...columns.guess, date: -1 } }
    serve({ 'GET /api/admin/bank/statement/s1': [200, { ...statement, state: 'unmapped', columns: unknown }] })
    showOffice(<StatementPage id="s1" user={user} areas={[]} />, locale)
    expect((await screen.findByText(t('bank.columns-do'))).closest('button')).toBeDisabled()
  })

  it('closes the menu "not for an order" on a click outside, not on one inside', () => {
    serve({})
    showOffice(<NotAnOrder line={line} />, locale)
    press(t('bank.ignore-do'))
    const choice = screen.getByText(t('bank.ignore-interest'))
    fireEvent.pointerDown(choice)
    expect(choice).toBeInTheDocument()
    fireEvent.pointerDown(document.body)
    expect(choice).not.toBeInTheDocument()
  })

  it('asks for the reason why a bank line is not for an order', async () => {
    const sent = serve({})
    showOffice(rowOf(line), locale)
    press(t('bank.ignore-do'))
    press(t('bank.ignore'))
    const dialog = within(screen.getByRole('dialog'))
    fireEvent.click(dialog.getByText(t('bank.ignore-do')))
    expect(await screen.findByText(t('bank.ignore-missing'))).toBeInTheDocument()
    expect(sent).toEqual([])
    fireEvent.click(dialog.getByText(t('bank.ignore-interest')))
    fireEvent.click(dialog.getByText(t('bank.ignore-do')))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      call: 'POST /api/admin/bank/line/l1/ignore',
      body: { reason: 'interest', note: '' },
    })
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  })

  it('splits a bank transfer over several chosen orders, to the cent', async () => {
    const sent = serve({
      'GET /api/admin/bank/line/l1/candidate': [200, { items: [order(1, 8800), order(2, 1500)] }],
    })
    showOffice(<HandForm line={line} onClose={() => {}} />, locale)
    for (const box of await screen.findAllByRole('checkbox')) fireEvent.click(box)
    const take = screen.getByText(t('bank.take', { amount: 'S$100.00' })).closest('button')
    expect(take).toBeEnabled()
    fireEvent.change(screen.getByLabelText('INV-2'), { target: { value: '10' } })
    expect(await screen.findByText(t('bank.left', { amount: 'S$2.00' }))).toBeInTheDocument()
    expect(take).toBeDisabled()
    fireEvent.change(screen.getByLabelText('INV-2'), { target: { value: '12' } })
    if (take) fireEvent.click(take)
    await waitFor(() => expect(sent).toHaveLength(1))
    const parts = [8800, 1200].map((amount, i) => ({ invoiceId: `i${i + 1}`, amount }))
    expect(sent[0]?.body).toEqual({ parts })
  })
})
