import { money } from '../../../i18n/format.ts'

/** A difference in cents: +S$5.00, −S$5.00 or S$0.00. */
export function signed(cents: number): string {
  return `${cents > 0 ? '+' : ''}${money(cents)}`
}
