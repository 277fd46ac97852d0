import type { ComponentProps } from 'react'
import type { Body } from '../../api/client.ts'
import type { Wrong } from '../../forms/refusal.ts'
import { readPositiveAmount, writeAmount } from '../../domain/amount.ts'
import type { Cart, Picture } from '../../domain/cart.ts'
import type { MessageKey } from '../../i18n/messages.ts'
import type { TextField } from '../../ui/text-field.tsx'
import { fromField, toField, transferTimeError } from './transfer-time.ts'
import type { Uploaded } from './use-receipt-upload.ts'

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
export function justUploaded(said: Transfer, { fileId, files }: Uploaded, total: number, chosenAt: number): Transfer {
  return { ...said, fileId, pictures: files, amount: writeAmount(total), time: toField(chosenAt) }
}

/** What is said of a transfer, as the API takes it and keeps it. */
export type Said = Pick<Body<'/api/cart/method', 'put'>, 'declaredAmount' | 'declaredPayer' | 'transactionDateTime'>

type TransferField = {
  name: 'payer' | 'amount' | 'time'
  /** What the API calls it. */
  wire: keyof Said
  /** As the API takes it; undefined while the field is empty or wrong. */
  value: (typed: string) => string | number | undefined
  /** Why the payment cannot be sent yet. */
  wrong?: (typed: string, now: number) => MessageKey | undefined
  label: MessageKey
  hint: MessageKey
  /** It has a row of its own. */
  wide?: boolean
  input: Pick<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'optional'>
}

const cents = (typed: string) => readPositiveAmount(typed) ?? undefined

/** The fields of a transfer, in the order of the page: whatever asks, checks, sends or keeps them reads them here. */
export const transferFields: readonly TransferField[] = [
  {
    name: 'payer',
    wire: 'declaredPayer',
    value: (typed) => typed.trim() || undefined,
    label: 'checkout.account-name',
    hint: 'checkout.account-name-hint',
    wide: true,
    input: { optional: true, autoComplete: 'off', maxLength: 80 },
  },
  {
    name: 'amount',
    wire: 'declaredAmount',
    value: cents,
    wrong: (typed) => (cents(typed) ? undefined : 'checkout.amount-missing'),
    label: 'checkout.amount',
    hint: 'checkout.amount-hint',
    input: { inputMode: 'decimal', autoComplete: 'off' },
  },
  {
    name: 'time',
    wire: 'transactionDateTime',
    value: fromField,
    wrong: transferTimeError,
    label: 'checkout.time',
    hint: 'checkout.time-hint',
    input: { type: 'datetime-local' },
  },
]

/** The id of the control of a field, by its name on the page or by the API's. */
export function transferControl(field: string): string | undefined {
  if (field === 'fileId' || field === 'file') return 'receipt'
  const found = transferFields.find(({ name, wire }) => field === name || field === wire)
  return found && `transfer-${found.name}`
}

/** What is said of a transfer, as the API takes it. `payer` stands as the name on the bank account until another is typed. */
export function saidOf(transfer: Transfer, payer?: string): Said {
  const typed = { ...transfer, payer: transfer.payer ?? payer }
  return Object.fromEntries(transferFields.map(({ name, wire, value }) => [wire, value(typed[name] ?? '')]))
}

/** What is missing of a transfer, or wrong with it, at one control. */
export type Missed = Wrong & { id: string }

/** What is missing before the payment can be sent, in the order of the page. */
export function checkTransfer(transfer: Transfer, now: number): Missed[] {
  if (!transfer.fileId) return [{ id: 'receipt', key: 'checkout.picture-missing' }] // the fields come with the picture
  return transferFields.flatMap(({ name, wrong }) => {
    const key = wrong?.(transfer[name] ?? '', now)
    return key ? { id: `transfer-${name}`, key } : []
  })
}
