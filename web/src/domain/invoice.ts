import type { components } from '../api/schema'

type Schemas = components['schemas']
type View = Schemas['InvoiceView']

/** The states of an order, as the API names them. */
export const statuses = [
  'awaiting-payment',
  'under-verification',
  'paid',
  'rejected',
  'expired',
  'cancelled',
  'refunded',
] as const satisfies readonly View['status'][]
export type InvoiceStatus = View['status']

/** An order: the data of its pages. Amounts in cents, times RFC 3339. */
export type Invoice = View
/** An item of an order or a cart. */
export type OrderItem = Pick<
  Schemas['InvoiceItemView'],
  'id' | 'title' | 'optionTitle' | 'quantity' | 'unitPrice' | 'amount' | 'term' | 'form' | 'places' | 'sheet' | 'steps'
>
export type Payment = Schemas['InvoicePaymentView']
/** What became of each item when an order was placed again. */
export type Again = Schemas['InvoiceAgain']
export type AgainItem = Schemas['InvoiceAgainItem']
export type InvoiceRow = Schemas['InvoiceRow']

/** Codes of the contract. */
export const cash = 1
