import type { Cart } from '../../domain/cart.ts'
import type { Invoice } from '../../domain/invoice.ts'
import type { Page, Site } from '../router/payload.tsx'

type Shown = Pick<Page, 'id' | 'path'> & Partial<Omit<Page, 'site'>> & { site?: Partial<Site> }

/** A page's payload, in English and without data by default. */
export const samplePage = (page: Shown): Page => ({
  locale: 'en',
  params: {},
  data: null,
  meta: { title: '', description: '' },
  crumbs: [],
  search: '',
  reload: async () => {},
  ...page,
  site: {
    templeName: 'Qing Lian Temple',
    chineseName: '清莲寺',
    address: '',
    phone: '6000 0000',
    hoursToday: '',
    openToday: true,
    demo: false,
    payNow: true,
    payee: 'QING LIAN TEMPLE',
    uen: 'T08SS0001L',
    ...page.site,
  },
})

/** A lamp in the cart, with a name. */
export const lampItem: Cart['items'][number] = {
  id: 'i1',
  offeringId: 'o',
  offeringKey: 'light-lamp',
  optionId: 'p',
  optionKey: 'family',
  title: 'Blessing lamp',
  optionTitle: 'Family',
  art: 'lamp',
  quantity: 1,
  unitPrice: 8800,
  amount: 8800,
  formKey: 'lamp',
  form: { people: [{ chineseName: '陈𠮷玲', name: 'Tan' }] },
  sheet: { groups: [{ kind: 'blessing', people: [{ chineseName: '陈𠮷玲', name: 'Tan' }] }] },
  state: 'ok',
}

/** Two bottles of oil in the cart, without names. */
export const oilItem: Cart['items'][number] = {
  ...lampItem,
  id: 'i2',
  title: 'Oil',
  quantity: 2,
  unitPrice: 1000,
  amount: 2000,
  formKey: undefined,
  form: undefined,
  sheet: undefined,
}

/** A cart with these items. */
export const cartOf = (...items: Cart['items']): Cart => ({
  id: 'c',
  currency: 'SGD',
  subTotal: items.reduce((sum, { amount }) => sum + amount, 0),
  paymentReference: 'ABCDEFGHJK',
  expiresAt: '2026-12-21T04:00:00Z',
  items,
})

/** An order for a lamp that awaits payment. */
export const lampOrder: Invoice = {
  id: 'v1',
  number: 'INV-2026-000012',
  status: 'awaiting-payment',
  locale: 'en',
  currency: 'SGD',
  subTotal: 8800,
  paid: 0,
  due: 8800,
  paymentReference: 'ABCDEFGH23',
  codeUrl: '/code.png',
  invoiceUrl: '/invoice.pdf',
  payNowUrl: '/qr.png',
  createdAt: '2026-11-21T04:00:00Z',
  expiresAt: '2026-11-28T04:00:00Z',
  payer: { name: 'Tan Bee Leng', chineseName: '陈美玲', mobile: '+6591234567', email: '' },
  items: [
    {
      id: 'i',
      offeringId: 'o',
      title: 'Blessing lamp',
      optionTitle: 'Family',
      quantity: 1,
      unitPrice: 8800,
      amount: 8800,
    },
  ],
  payments: [{ id: 'p', method: 2001, status: 'pending', amount: 8800, createdAt: '2026-11-21T04:00:00Z' }],
  timeline: [{ at: '2026-11-21T04:00:00Z', status: 'awaiting-payment', by: 'member' }],
}
