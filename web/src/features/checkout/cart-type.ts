import type { components } from '../../api/schema'

type View = components['schemas']['CartView']

/** The cart as checkout reads it: the page's data. Amounts in cents. */
export type Cart = Pick<
  View,
  | 'id'
  | 'currency'
  | 'subTotal'
  | 'paymentReference'
  | 'method'
  | 'uploadId'
  | 'declaredAmount'
  | 'transactionDateTime'
  | 'hold'
  | 'qrShown'
  | 'unclaimed'
> & { items: CartItem[]; files?: Picture[] | null }

export type CartItem = components['schemas']['CartItemView']

/** A picture that the server keeps. */
export type Picture = Pick<components['schemas']['CartFileView'], 'id' | 'name' | 'width' | 'height' | 'url'>

/** The QR code, and until when prices and places are held. */
export type Hold = Omit<components['schemas']['CartHoldView'], 'payload'>

/** Codes of the contract. */
export const method = { cash: 1, payNow: 2001 } as const
export type Method = (typeof method)[keyof typeof method]
