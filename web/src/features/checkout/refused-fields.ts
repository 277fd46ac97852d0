import type { FieldError } from '../../api/result.ts'
import type { SummaryError } from '../../ui/error-summary.tsx'

const controls: Record<string, string> = {
  transactionDateTime: 'transfer-time',
  declaredAmount: 'transfer-amount',
  fileId: 'receipt',
  file: 'receipt',
}

/** What the server refused of a payment, beside the controls that it belongs to. */
export function refusedFields(errors: readonly FieldError[]): SummaryError[] {
  return errors.map(({ field, title }) => ({ id: controls[field], text: title }))
}
