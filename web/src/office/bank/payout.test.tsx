import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { makeT } from '../../i18n/messages.ts'
import { messages } from '../../site/testing/show-page.tsx'
import { line } from '../testing/bank.tsx'
import { serve } from '../testing/serve.ts'
import { showOffice } from '../testing/show-office.tsx'
import type { Line } from './bank-queries.ts'
import { LineRow } from './line-row.tsx'
import { NotAnOrder } from './not-an-order.tsx'

const ignore = `POST /api/admin/bank/line/${line.id}/ignore`
const paidOut = { payments: 2, amount: 3000, fee: 114, refunded: 500 }
const show = (one: Partial<Line>, locale: 'en' | 'zh' = 'en') =>
  showOffice(
    <table>
      <tbody>
        <LineRow line={{ ...line, ...one }} open picked={false} onPick={() => {}} />
      </tbody>
    </table>,
    locale,
  )

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['en', '2 payments of S$30.00, less fees of S$1.14 and refunds of S$5.00'],
  ['zh', '2笔付款共S$30.00，扣除手续费S$1.14、退款S$5.00'],
] as const)('a payout says in %s of what it consists', (locale, words) => {
  show({ class: 'certain', why: ['payout'], paidOut }, locale)
  expect(screen.getByText(words)).toBeVisible()
  expect(screen.getByText(messages[locale]['bank.mark-payout'] ?? '')).toBeVisible()
})

it('is settled as a payout by hand, which other lines cannot be', async () => {
  const t = makeT('en', messages.en)
  const sent = serve({ [ignore]: [200, {}] })
  const { unmount } = showOffice(<NotAnOrder line={{ ...line, paidOut }} />)
  await userEvent.click(screen.getByRole('button', { name: t('bank.ignore-do') }))
  await userEvent.click(screen.getByRole('button', { name: t('bank.ignore-payout') }))
  expect(sent.map(({ call, body }) => [call, body])).toEqual([[ignore, { reason: 'payout', rule: false }]])
  unmount()
  showOffice(<NotAnOrder line={line} />)
  await userEvent.click(screen.getByRole('button', { name: t('bank.ignore-do') }))
  expect(screen.queryByRole('button', { name: t('bank.ignore-payout') })).toBeNull()
})
