import type { FieldError } from '../../api/result.ts'
import type { Wrong } from '../../forms/refusal.ts'

const controls: Record<string, string> = {
  transactionDateTime: 'transfer-time',
  declaredAmount: 'transfer-amount',
  declaredPayer: 'transfer-payer',
  fileId: 'receipt',
  file: 'receipt',
}

/** What the server refused of a payment, beside the controls that it belongs to. */
export function refusedFields(errors: readonly FieldError[]): Wrong[] {
  return errors.map(({ field, code, title, params }) => ({ id: controls[field], code, title, params }))
}
