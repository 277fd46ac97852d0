import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { Area } from './roles.ts'
import type { StaffUser } from './session.tsx'

/** What every page of the office is given. */
export type PageProps = { user: StaffUser /** The last part of the address, '' without one. */; id: string }

type Page = LazyExoticComponent<ComponentType<PageProps>>

/**
 * The pages of each area: of `/area` and of `/area/:id`. Each is loaded when it is first opened. A page that several
 * things share tells them apart by its `id`.
 */
export const areaPages: Partial<Record<Area, { list: Page; one?: Page }>> = {
  payments: {
    list: lazy(() => import('./payments/queue-page.tsx').then((m) => ({ default: m.QueuePage }))),
    one: lazy(() => import('./payments/payment-page.tsx').then((m) => ({ default: m.PaymentPage }))),
  },
  bank: {
    list: lazy(() => import('./bank/bank-page.tsx').then((m) => ({ default: m.BankPage }))),
    one: lazy(() => import('./bank/statement-page.tsx').then((m) => ({ default: m.StatementPage }))),
  },
  counter: {
    list: lazy(() => import('./counter/counter-page.tsx').then((m) => ({ default: m.CounterPage }))),
    one: lazy(() => import('./shift/shift-page.tsx').then((m) => ({ default: m.ShiftPage }))),
  },
  late: {
    list: lazy(() => import('./late/late-page.tsx').then((m) => ({ default: m.LatePage }))),
    one: lazy(() => import('./late/late-payment-page.tsx').then((m) => ({ default: m.LatePaymentPage }))),
  },
  orders: {
    list: lazy(() => import('./orders/orders-page.tsx').then((m) => ({ default: m.OrdersPage }))),
    one: lazy(() => import('./orders/order-page.tsx').then((m) => ({ default: m.OrderPage }))),
  },
  accounts: {
    list: lazy(() => import('./accounts/accounts-page.tsx').then((m) => ({ default: m.AccountsPage }))),
    one: lazy(() => import('./accounts/statements-page.tsx').then((m) => ({ default: m.StatementsPage }))),
  },
  'walk-in': {
    list: lazy(() => import('./walk-in/items-step.tsx').then((m) => ({ default: m.ItemsStep }))),
    one: lazy(() => import('./walk-in/walk-in-page.tsx').then((m) => ({ default: m.WalkInPage }))),
  },
  members: { list: lazy(() => import('./members/members-page.tsx').then((m) => ({ default: m.MembersPage }))) },
  messages: { list: lazy(() => import('./messages/messages-page.tsx').then((m) => ({ default: m.MessagesPage }))) },
  letters: { list: lazy(() => import('./letters/letters-page.tsx').then((m) => ({ default: m.LettersPage }))) },
  staff: { list: lazy(() => import('./staff/staff-page.tsx').then((m) => ({ default: m.StaffPage }))) },
  settings: { list: lazy(() => import('./settings/settings-page.tsx').then((m) => ({ default: m.SettingsPage }))) },
  audit: { list: lazy(() => import('./audit/audit-page.tsx').then((m) => ({ default: m.AuditPage }))) },
}
