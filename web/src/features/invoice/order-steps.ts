import type { IconName } from '../../ui/icon.tsx'
import { afterWorkingDays } from '../../domain/working-days.ts'
import { cash, type Invoice } from '../../domain/invoice.ts'

/** One of the four steps of an order. `at` is when it was done, or the latest or planned time. */
export type OrderStep = {
  name: 'received' | 'checked' | 'written' | 'lit' | 'offered'
  state: 'done' | 'now' | 'later'
  at?: string
  icon: IconName
}

/** In how many working days the office checks a transfer against the bank. */
const checkedWithin = 2

/**
 * The steps of an order that is paid or declared paid: received, checked against the bank, written, and lit or offered.
 * A step that applies to none of its items is left out.
 */
export function orderSteps(invoice: Invoice): OrderStep[] {
  const paidAt =
    invoice.status === 'paid' ? invoice.timeline.findLast(({ status }) => status === 'paid')?.at : undefined
  const payment = invoice.payments.findLast(({ status }) => status !== 'voided')
  const received = (payment?.method === cash && paidAt) || payment?.createdAt || invoice.createdAt
  const steps: OrderStep[] = [
    { name: 'received', state: 'done', at: received, icon: 'check' },
    paidAt
      ? { name: 'checked', state: 'done', at: paidAt, icon: 'check' }
      : { name: 'checked', state: 'now', at: afterWorkingDays(received, checkedWithin), icon: 'search' },
  ]
  const all = invoice.items.flatMap(({ steps: of }) => of ?? [])
  for (const name of ['written', 'lit', 'offered'] as const) {
    const those = all.filter(({ step, state }) => step === name && state !== 'none')
    if (those.length === 0) continue
    const done = those.every(({ state }) => state === 'done')
    const dates = those.flatMap(({ at }) => at ?? []).sort()
    const waits = steps.at(-1)?.state === 'done'
    steps.push({
      name,
      state: done ? 'done' : waits ? 'now' : 'later',
      at: done ? dates.at(-1) : dates[0],
      icon: done ? 'check' : name === 'written' ? 'edit' : 'lamp',
    })
  }
  return steps
}
