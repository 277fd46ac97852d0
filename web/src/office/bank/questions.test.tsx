import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { messages } from '../../site/testing/show-page.tsx'
import { columns, line, rowOf, statement, user } from '../testing/bank.tsx'
import { serve, type Answer } from '../testing/serve.ts'
import { showOffice } from '../testing/show-office.tsx'
import { StatementPage } from './statement-page.tsx'

const press = (words: string) => fireEvent.click(screen.getByText(words, { selector: 'button' }))

beforeEach(() => {
  window.history.replaceState(null, '', '/')
  vi.stubGlobal('scrollTo', () => {})
})

describe.each(['en', 'zh'] as const)('questions about a bank statement in %s', (locale) => {
  const t = (key: string, vars: Record<string, string | number> = {}) =>
    Object.entries(vars).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, String(value)),
      messages[locale][key] ?? messages[locale][`${key}_other`] ?? key,
    )

  it('a bank statement is not parsed before every transfer-status word is explained', async () => {
    const states = {
      ...columns,
      header: [...columns.header, 'Status'],
      guess: { ...columns.guess, status: 4, final: ['booked out'] },
      unknown: [[], [], [], [], ['released', 'booked out']],
    }
    const sent = serve({
      'GET /api/admin/bank/statement/s1': [200, { ...statement, state: 'unmapped', columns: states }],
    })
    showOffice(<StatementPage id="s1" user={user} areas={[]} />, locale)
    const released = await screen.findByLabelText(t('bank.status-word', { word: 'released' }))
    expect(screen.getByLabelText(t('bank.status-word', { word: 'booked out' }))).toHaveValue('final')
    expect(screen.getByText(t('bank.columns-do')).closest('button')).toBeDisabled()
    fireEvent.change(released, { target: { value: 'not' } })
    press(t('bank.columns-do'))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({ status: 4, final: ['booked out'], notFinal: ['released'] })
  })

  it('lists each bank row that was not parsed with its line, the reason and its text', async () => {
    const unread = [
      { row: 3, why: 'status', text: '21 Nov 88.00 Pending' },
      { row: 9, why: 'shifted', text: 'TO: LIM BEE' },
    ]
    serve({ 'GET /api/admin/bank/statement/s1': [200, { ...statement, skipped: 12, unread }] })
    showOffice(<StatementPage id="s1" user={user} areas={[]} />, locale)
    expect(await screen.findByText(t('bank.unread', { count: 12 }))).toBeInTheDocument()
    expect(screen.getByText('TO: LIM BEE')).toBeInTheDocument()
    expect(screen.getByText(t('bank.row', { row: 9 })).closest('li')).toHaveTextContent(t('bank.unread-shifted'))
    expect(screen.getByText(t('bank.unread-more', { count: 10 }))).toBeInTheDocument()
  })

  it('asks about unparsed bank rows until a colleague has confirmed them', async () => {
    const skipped = { ...statement, skipped: 2, unread: [{ row: 3, why: 'balance', text: 'BALANCE B/F 4800.00' }] }
    const seen = { ...skipped, skippedSeen: 'Tan Mei', skippedSeenAt: '2026-11-28T04:00:00Z' }
    const answers: Record<string, Answer> = {
      'GET /api/admin/bank/statement/s1': [200, skipped],
      'POST /api/admin/bank/statement/s1/look': [200, seen],
    }
    const sent = serve(answers)
    showOffice(<StatementPage id="s1" user={user} areas={[]} />, locale)
    const looked = await screen.findByRole('button', { name: t('bank.looked') })
    answers['GET /api/admin/bank/statement/s1'] = [200, seen]
    fireEvent.click(looked)
    await waitFor(() => expect(sent[0]?.body).toEqual({ skipped: 2 }))
    expect(await screen.findByText(/Tan Mei/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: t('bank.looked') })).toBeNull()
    expect(screen.getByText('BALANCE B/F 4800.00')).toBeInTheDocument()
  })

  it('reports that a stored bank file is lost, and which rows of a failed one were not parsed', async () => {
    const lost = { ...statement, state: 'reading', stuck: true, problem: 'statement-file-lost' }
    const unread = [{ row: 2, why: 'status', text: '21 Nov 88.00 Pending' }]
    serve({
      'GET /api/admin/bank/statement/s1': [200, lost],
      'GET /api/admin/bank/statement/s2': [
        200,
        { ...statement, id: 's2', state: 'failed', problem: 'statement-empty', skipped: 1, unread },
      ],
    })
    const { unmount } = showOffice(<StatementPage id="s1" user={user} areas={[]} />, locale)
    expect(await screen.findByText(t('fault.statement-file-lost'))).toBeInTheDocument()
    expect(screen.queryByText(t('bank.resume'))).toBeNull()
    unmount()
    showOffice(<StatementPage id="s2" user={user} areas={[]} />, locale)
    expect(await screen.findByText('21 Nov 88.00 Pending')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: t('bank.looked') })).toBeNull()
  })

  it('dismisses with one click a bank line that another statement already has', async () => {
    const path = 'POST /api/admin/bank/line/l1/ignore'
    const sent = serve({ [path]: [200, {}] })
    const like = { statementId: 's0', position: 4, uploadedAt: '2026-11-20T04:00:00Z' }
    showOffice(rowOf({ ...line, why: ['like'], like }), locale)
    expect(screen.getByText(t('bank.mark-like'))).toBeInTheDocument()
    press(t('bank.same-line'))
    await waitFor(() => expect(sent[0]?.body).toEqual({ reason: 'same-line' }))
  })
})
