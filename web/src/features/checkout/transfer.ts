import type { Wrong } from '../../forms/refusal.ts'
import { readPositiveAmount, writeAmount } from '../../domain/amount.ts'
import type { Cart, Picture } from '../../domain/cart.ts'
import { fromField, toField, transferTimeError } from './transfer-time.ts'

/** What a member says of a transfer: its pictures, how much it was, and when. */
export type Transfer = {
  /** Of the upload. */
  fileId?: string
  pictures: Picture[]
  /** As typed; what is due, until somebody says otherwise. */
  amount: string
  /** As the field has it: 2026-11-21T12:30, on Singapore's clocks. */
  time: string
  /** Whose bank account it came from, as typed; the payer's own until somebody says otherwise. */
  payer?: string
}

export const noTransfer: Transfer = { pictures: [], amount: '', time: '' }

/** Goes on with what the server kept of a checkout. */
export function transferOf(cart: Cart): Transfer {
  const pictures = cart.files ?? []
  const declared = cart.declaredAmount ?? cart.unclaimed?.declaredAmount ?? (pictures.length > 0 ? cart.subTotal : null)
  const time = cart.transactionDateTime ?? cart.unclaimed?.transactionDateTime
  return {
    fileId: cart.uploadId,
    pictures,
    amount: declared === null ? '' : writeAmount(declared),
    time: time ? toField(time) : '',
    ...(cart.declaredPayer && { payer: cart.declaredPayer }),
  }
}

/** A transfer whose pictures have just arrived: as a rule of what is due, and made before they were chosen. */
export function justUploaded(fileId: string, pictures: Picture[], total: number, chosenAt: number): Transfer {
  return { fileId, pictures, amount: writeAmount(total), time: toField(chosenAt) }
}

/** Cents that the member says to have transferred; undefined while that is open. */
export function declaredOf(transfer: Transfer): number | undefined {
  return readPositiveAmount(transfer.amount) ?? undefined
}

/** Whose bank account it came from, as the API takes it: the payer's `own` name, until another was typed. */
export function payerOf({ payer }: Transfer, own: string): string | undefined {
  return (payer ?? own).trim() || undefined
}

/** When, as the API takes it; undefined while the field is empty or wrong. */
export function transferredAt(transfer: Transfer): string | undefined {
  return fromField(transfer.time)
}

/** What is missing of a transfer, or wrong with it, at one control. */
export type Missed = Wrong & { id: string }

/** What is missing before the payment can be sent, in the order of the page. */
export function checkTransfer(transfer: Transfer, now: number): Missed[] {
  if (!transfer.fileId) return [{ id: 'receipt', key: 'checkout.picture-missing' }] // the fields come with the picture
  const wrong: Missed[] = []
  if (!declaredOf(transfer)) wrong.push({ id: 'transfer-amount', key: 'checkout.amount-missing' })
  const time = transferTimeError(transfer.time, now)
  if (time) wrong.push({ id: 'transfer-time', key: time })
  return wrong
}
