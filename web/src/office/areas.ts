import type { ComponentType } from 'react'
import type { IconName } from '../ui/icon.tsx'
import { onDemand } from './kit/layout/on-demand.tsx'
import type { PageProps } from './kit/layout/page-props.ts'
import { staffRolesOf, type StaffRole } from './kit/session/roles.ts'

type Page = ComponentType<PageProps>

/** The groups of the menu, in order. */
export const areaGroups = ['today', 'money', 'website', 'people', 'ceremonies', 'office'] as const
export type AreaGroup = (typeof areaGroups)[number]

type AreaOf<Id> = {
  /** Its path is `/admin/<id>`, and its name the message `office.area-<id>`. */
  id: Id
  icon: IconName
  group: AreaGroup
  /** The roles that see it in the menu; the same as those of its API calls, where the rights are enforced. */
  roles: readonly StaffRole[]
  list: Page
  /** The page at `/admin/<id>/<last part>`. If it equals `list`, one page stays mounted while its subject changes. */
  one?: Page
}

const halls = page(() => import('./halls/halls-page.tsx'), 'HallsPage')
const refunds = page(() => import('./refunds/refunds-page.tsx'), 'RefundsPage')
const pictures = page(() => import('./pictures/pictures-page.tsx'), 'PicturesPage')

/** The areas of the office in menu order, grouped. Menu, addresses and rights derive from this list. */
export const areas = [
  area('today', 'sun', 'today', ['treasurer', 'counter', 'editor', 'ritual', 'admin'], {
    list: page(() => import('./today/today-page.tsx'), 'TodayPage'),
  }),
  area('payments', 'receipt', 'money', ['treasurer', 'admin'], {
    list: page(() => import('./payments/queue-page.tsx'), 'QueuePage'),
    one: page(() => import('./payments/payment-page.tsx'), 'PaymentPage'),
  }),
  area('late', 'clock', 'money', ['treasurer', 'admin'], {
    list: page(() => import('./late/late-page.tsx'), 'LatePage'),
    one: page(() => import('./late/late-payment-page.tsx'), 'LatePaymentPage'),
  }),
  area('refunds', 'undo', 'money', ['treasurer', 'admin'], {
    list: refunds,
    one: refunds,
  }),
  area('bank', 'bank', 'money', ['treasurer', 'admin'], {
    list: page(() => import('./bank/bank-page.tsx'), 'BankPage'),
    one: page(() => import('./bank/statement-page.tsx'), 'StatementPage'),
  }),
  area('counter', 'cash', 'money', ['counter', 'treasurer', 'admin'], {
    list: page(() => import('./counter/counter-page.tsx'), 'CounterPage'),
    one: page(() => import('./shift/shift-page.tsx'), 'ShiftPage'),
  }),
  area('walk-in', 'lamp', 'money', ['counter', 'treasurer', 'admin'], {
    list: page(() => import('./walk-in/express-page.tsx'), 'ExpressPage'),
    one: page(() => import('./walk-in/walk-in-page.tsx'), 'WalkInPage'),
  }),
  area('orders', 'cart', 'money', ['counter', 'treasurer', 'admin'], {
    list: page(() => import('./orders/orders-page.tsx'), 'OrdersPage'),
    one: page(() => import('./orders/order-page.tsx'), 'OrderPage'),
  }),
  area('accounts', 'chart', 'money', ['treasurer', 'admin'], {
    list: page(() => import('./accounts/accounts-page.tsx'), 'AccountsPage'),
    one: page(() => import('./accounts/accounts-one.tsx'), 'AccountsOne'),
  }),
  area('prices', 'tag', 'money', ['treasurer', 'admin'], {
    list: page(() => import('./records/prices/prices-page.tsx'), 'PricesPage'),
    one: page(() => import('./records/prices/price-page.tsx'), 'PricePage'),
  }),
  area('pages', 'page', 'website', ['editor', 'admin'], {
    list: page(() => import('./records/list/pages-page.tsx'), 'PagesPage'),
    one: page(() => import('./records/record-page.tsx'), 'RecordPage'),
  }),
  area('events', 'calendar', 'website', ['editor', 'admin'], {
    list: page(() => import('./records/kinds/event/events-page.tsx'), 'EventsPage'),
    one: page(() => import('./records/kinds/event/event-page.tsx'), 'EventPage'),
  }),
  area('offerings', 'lamp', 'website', ['editor', 'admin'], {
    list: page(() => import('./records/list/pages-page.tsx'), 'OfferingsPage'),
    one: page(() => import('./records/record-page.tsx'), 'RecordPage'),
  }),
  area('forms', 'bullets', 'website', ['editor', 'admin'], {
    list: page(() => import('./records/list/pages-page.tsx'), 'FormsPage'),
    one: page(() => import('./records/record-page.tsx'), 'RecordPage'),
  }),
  area('banners', 'banner', 'website', ['editor', 'admin'], {
    list: page(() => import('./records/list/pages-page.tsx'), 'BannersPage'),
    one: page(() => import('./records/record-page.tsx'), 'RecordPage'),
  }),
  area('pictures', 'picture', 'website', ['editor', 'admin'], {
    list: pictures,
    one: pictures,
  }),
  area('words', 'words', 'website', ['editor', 'admin'], {
    list: page(() => import('./words/words-area.tsx'), 'WordsArea'),
    one: page(() => import('./words/words-area.tsx'), 'WordsArea'),
  }),
  area('contact', 'pin', 'website', ['editor', 'admin'], {
    list: page(() => import('./records/record-page.tsx'), 'ContactPage'),
    one: page(() => import('./records/record-page.tsx'), 'RecordPage'),
  }),
  area('addresses', 'signpost', 'website', ['editor', 'admin'], {
    list: page(() => import('./addresses/addresses-page.tsx'), 'AddressesPage'),
  }),
  area('members', 'user', 'people', ['counter', 'admin'], {
    list: page(() => import('./members/members-page.tsx'), 'MembersPage'),
    one: page(() => import('./members/member-page.tsx'), 'MemberPage'),
  }),
  area('inbox', 'mail', 'people', ['editor', 'counter', 'admin'], {
    list: page(() => import('./inbox/inbox-page.tsx'), 'InboxPage'),
    one: page(() => import('./inbox/inbox-page.tsx'), 'InboxPage'),
  }),
  area('texts', 'quote', 'people', ['editor', 'admin'], {
    list: page(() => import('./records/list/pages-page.tsx'), 'TextsPage'),
    one: page(() => import('./records/record-page.tsx'), 'RecordPage'),
  }),
  area('ceremonies', 'bell', 'ceremonies', ['ritual', 'counter', 'treasurer', 'admin'], {
    list: page(() => import('./ceremonies/ceremonies-page.tsx'), 'CeremoniesPage'),
    one: page(() => import('./ceremonies/one-page.tsx'), 'CeremonyOne'),
  }),
  area('halls', 'hall', 'ceremonies', ['ritual', 'counter', 'treasurer', 'admin'], {
    list: halls,
    one: halls,
  }),
  area('print', 'print', 'ceremonies', ['ritual', 'admin'], {
    list: page(() => import('./print/print-page.tsx'), 'PrintPage'),
    one: page(() => import('./print/one-page.tsx'), 'PrintOne'),
  }),
  area('letters', 'warning', 'office', ['treasurer', 'admin'], {
    list: page(() => import('./letters/letters-page.tsx'), 'LettersPage'),
  }),
  area('staff', 'people', 'office', ['admin'], {
    list: page(() => import('./staff/staff-page.tsx'), 'StaffPage'),
  }),
  area('settings', 'sliders', 'office', ['treasurer', 'admin'], {
    list: page(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
  }),
  area('imports', 'table', 'office', ['admin'], {
    list: page(() => import('./imports/imports-page.tsx'), 'ImportsPage'),
    one: page(() => import('./imports/import-page.tsx'), 'ImportPage'),
  }),
  area('audit', 'history', 'office', ['admin'], {
    list: page(() => import('./audit/audit-page.tsx'), 'AuditPage'),
  }),
] as const

export type Area = (typeof areas)[number]

/** The areas that the roles may open, in menu order. */
export function areasOf(roles: readonly string[]): Area[] {
  const own = staffRolesOf(roles)
  return areas.filter((one) => one.roles.some((role) => own.includes(role)))
}

function area<const Id extends string>(
  id: Id,
  icon: IconName,
  group: AreaGroup,
  roles: readonly StaffRole[],
  pages: Pick<AreaOf<Id>, 'list' | 'one'>,
): AreaOf<Id> {
  return { id, icon, group, roles, ...pages }
}

/** A page whose code loads on first use. */
function page<Name extends string, Module extends Record<Name, ComponentType<PageProps>>>(
  load: () => Promise<Module>,
  name: Name,
): Page {
  return onDemand(async () => (await load())[name], { lines: 5, card: true })
}
