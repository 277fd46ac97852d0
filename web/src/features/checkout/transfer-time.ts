import type { MessageKey } from '../../i18n/messages.ts'
import { sgt } from '../../i18n/format.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** Formats a time for <input type="datetime-local">, in Singapore time whatever the device's zone. */
export function toField(moment: number | string): string {
  const { year, month, day, hour, minute } = sgt(moment)
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}

/** Parses the field as RFC 3339 in Singapore's zone; undefined when empty or invalid. */
export function fromField(text: string): string | undefined {
  const [, minutes] = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?::\d{2})?$/.exec(text) ?? []
  if (!minutes || Number.isNaN(Date.parse(`${minutes}:00+08:00`))) return undefined
  return `${minutes}:00+08:00`
}

/** The error of a transfer time, as a message key. The limits equal the server's. */
export function transferTimeError(text: string, now: number): MessageKey | undefined {
  const moment = fromField(text)
  if (!moment) return 'checkout.time-missing'
  const at = Date.parse(moment)
  if (at > now + 10 * 60_000) return 'checkout.time-future'
  if (at < now - 60 * 24 * 3_600_000) return 'checkout.time-old'
  return undefined
}
