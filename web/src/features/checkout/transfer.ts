import { money } from '../../i18n/format.ts'
import type { Wrong } from '../../forms/use-errors.ts'
import { readAmount, writeAmount } from '../../domain/amount.ts'
import type { Cart, Picture } from '../../domain/cart.ts'
import { fromField, toField, transferTimeError } from './transfer-time.ts'

/** What a member says of a transfer: its pictures, whether the amount is right, and when it was. */
export type Transfer = {
  /** Of the upload. */
  fileId?: string
  pictures: Picture[]
  answer?: 'yes' | 'no'
  /** As typed, for the answer no. */
  amount: string
  /** As the field has it: 2026-11-21T12:30, on Singapore's clocks. */
  time: string
}

export const noTransfer: Transfer = { pictures: [], amount: '', time: '' }

/** Goes on with what the server kept of a checkout. */
export function transferOf(cart: Cart): Transfer {
  const declared = cart.declaredAmount ?? cart.unclaimed?.declaredAmount
  const time = cart.transactionDateTime ?? cart.unclaimed?.transactionDateTime
  return {
    fileId: cart.uploadId,
    pictures: cart.files ?? [],
    answer: declared === undefined ? undefined : declared === cart.subTotal ? 'yes' : 'no',
    amount: declared === undefined || declared === cart.subTotal ? '' : writeAmount(declared),
    time: time ? toField(time) : '',
  }
}

/** Cents that the member says to have transferred; undefined while that is open. */
export function declaredOf(transfer: Transfer, total: number): number | undefined {
  if (transfer.answer === 'yes') return total
  return transfer.answer === 'no' ? readAmount(transfer.amount) : undefined
}

/** When, as the API takes it; undefined while the field is empty or wrong. */
export function transferredAt(transfer: Transfer): string | undefined {
  return fromField(transfer.time)
}

/** What is missing of a transfer, or wrong with it, at one control. */
export type Missed = Wrong & { id: string }

/** What is missing before the payment can be sent, in the order of the page. */
export function checkTransfer(transfer: Transfer, total: number, now: number): Missed[] {
  const wrong: Missed[] = []
  if (!transfer.fileId) wrong.push({ id: 'receipt', key: 'checkout.picture-missing' })
  if (!transfer.answer)
    wrong.push({ id: 'transfer-answer', key: 'checkout.answer-missing', vars: { amount: money(total) } })
  if (transfer.answer === 'no' && !declaredOf(transfer, total))
    wrong.push({ id: 'transfer-amount', key: 'checkout.amount-missing' })
  const time = transferTimeError(transfer.time, now)
  if (time) wrong.push({ id: 'transfer-time', key: time })
  return wrong
}
