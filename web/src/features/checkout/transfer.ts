import type { ComponentProps } from 'react'
import type { Body } from '../../api/client.ts'
import type { Wrong } from '../../forms/refusal.ts'
import { readPositiveAmount, writeAmount } from '../../domain/amount.ts'
import type { Cart, Picture } from '../../domain/cart.ts'
import type { MessageKey } from '../../i18n/messages.ts'
import type { TextField } from '../../ui/text-field.tsx'
import { fromField, toField, transferTimeError } from './transfer-time.ts'
import type { Uploaded } from './use-receipt-upload.ts'

/** A transfer as the member declares it: receipt images, amount and time. */
export type Transfer = {
  /** The id of the upload. */
  fileId?: string
  pictures: Picture[]
  /** As typed; initially the amount due. */
  amount: string
  /** As in the field: 2026-11-21T12:30, in Singapore time. */
  time: string
  /** The name on the bank account, as typed; initially the payer's own. */
  payer?: string
}

export const noTransfer: Transfer = { pictures: [], amount: '', time: '' }

/** Restores the transfer that the server stored for a checkout. */
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

/** The transfer after an upload: by default of the amount due, made just before the upload. */
export function justUploaded(said: Transfer, { fileId, files }: Uploaded, total: number, chosenAt: number): Transfer {
  return { ...said, fileId, pictures: files, amount: writeAmount(total), time: toField(chosenAt) }
}

/** The declared values of a transfer, as the API takes and stores them. */
export type Said = Pick<Body<'/api/cart/method', 'put'>, 'declaredAmount' | 'declaredPayer' | 'transactionDateTime'>

type TransferField = {
  name: 'payer' | 'amount' | 'time'
  /** The API's name of the field. */
  wire: keyof Said
  /** The value for the API; undefined while the field is empty or invalid. */
  value: (typed: string) => string | number | undefined
  /** Why the value prevents sending the payment. */
  wrong?: (typed: string, now: number) => MessageKey | undefined
  label: MessageKey
  hint: MessageKey
  /** Whether it has its own row. */
  wide?: boolean
  input: Pick<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'optional'>
}

const cents = (typed: string) => readPositiveAmount(typed) ?? undefined

/** The fields of a transfer, in page order: used for rendering, validating, sending and saving them. */
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

/** The control id of a field, by its name on the page or in the API. */
export function transferControl(field: string): string | undefined {
  if (field === 'fileId' || field === 'file') return 'receipt'
  const found = transferFields.find(({ name, wire }) => field === name || field === wire)
  return found && `transfer-${found.name}`
}

/** The declared values for the API. `payer` is the default for the name on the bank account. */
export function saidOf(transfer: Transfer, payer?: string): Said {
  const typed = { ...transfer, payer: transfer.payer ?? payer }
  return Object.fromEntries(transferFields.map(({ name, wire, value }) => [wire, value(typed[name] ?? '')]))
}

/** A missing or invalid value of a transfer, at one control. */
export type Missed = Wrong & { id: string }

/** What is missing before the payment can be sent, in page order. */
export function checkTransfer(transfer: Transfer, now: number): Missed[] {
  if (!transfer.fileId) return [{ id: 'receipt', key: 'checkout.picture-missing' }] // the fields appear with the picture
  return transferFields.flatMap(({ name, wrong }) => {
    const key = wrong?.(transfer[name] ?? '', now)
    return key ? { id: `transfer-${name}`, key } : []
  })
}
