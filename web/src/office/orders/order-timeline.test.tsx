import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LanguageProvider } from '../../i18n/context.tsx'
import type { Order } from './order-queries.ts'
import { OrderTimeline } from './order-timeline.tsx'
import { messages } from '../../site/testing/show-page.tsx'

it('shows who settled an order, and when a bank statement settled it', () => {
  const at = '2026-11-21T04:00:00Z'
  const order = {
    invoice: { id: 'one' },
    timeline: [
      { at, status: 'awaiting-payment', by: 'member' },
      { at, status: 'paid', by: 'bank', who: 'Lim Siew Hoon' },
      { at, status: 'under-verification', by: 'office', who: 'Lim Siew Hoon' },
    ],
  } as unknown as Order
  render(
    <LanguageProvider locale="en" messages={messages.en}>
      <OrderTimeline order={order} audit={false} />
    </LanguageProvider>,
  )
  expect(screen.getAllByRole('listitem').map((step) => step.textContent)).toEqual([
    expect.stringContaining('the devotee'),
    expect.stringMatching(/Lim Siew Hoon · by the bank statement$/),
    expect.stringMatching(/Lim Siew Hoon$/),
  ])
})
