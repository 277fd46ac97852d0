import { areAmounts } from './cents-text.ts'
import { readLaterPrices } from './later-prices.ts'

type Fields = Readonly<Record<string, string>>

/** What publishing does to one price of an option. Prices are in cents; for an open amount, the minimum. */
export type PriceChange = {
  option: string
  title: { en: string; zh: string }
  /** The old price; absent for a new option. */
  before?: number
  openBefore?: boolean
  /** The new price; absent if the option is no longer offered. */
  after?: number
  openAfter?: boolean
  /** The day from which it applies (2027-01-01); absent means at once. */
  from?: string
}

type Price = { cents: number; open: boolean }

/**
 * The prices that differ between the published record and the draft, today and on each later day with a scheduled
 * price, in option order. The server does the same for published versions (price_change.go; both are tested with
 * testdata/price-changes.json). `today` is a day in Singapore (2026-06-01).
 */
export function priceChanges(live: Fields, draft: Fields, today: string): PriceChange[] {
  const keys = [...new Set([...listed(draft), ...listed(live)])]
  return keys.flatMap((option) => {
    const gone = !listed(draft).includes(option)
    const of = gone ? live : draft
    const title = { en: of[`option.${option}.title.en`] ?? '', zh: of[`option.${option}.title.zh`] ?? '' }
    const later = gone ? [] : [live, draft].flatMap((one) => laterOf(one, option).map(({ day }) => day))
    const days = [today, ...[...new Set(later)].filter((day) => day > today).sort()]
    let last: Price | undefined
    return days.flatMap((day, i): PriceChange[] => {
      const is = priceOn(draft, option, day)
      const was = priceOn(live, option, day) ?? (i > 0 ? last : undefined) // for a new option, each scheduled price is compared with the one before
      last = is
      if (was?.cents === is?.cents && was?.open === is?.open) return []
      return [
        {
          option,
          title,
          before: was?.cents,
          ...(was?.open && { openBefore: true }),
          after: is?.cents,
          ...(is?.open && { openAfter: true }),
          ...(i > 0 && { from: day }),
        },
      ]
    })
  })
}

/** The option keys of a draft, in order. */
export const listed = (fields: Fields) => (fields.options ?? '').split(' ').filter(Boolean)

/**
 * The price of an option on a day (2026-06-01), in cents; undefined if it is not offered, or has no valid price yet.
 */
export function priceOn(fields: Fields, option: string, day: string): Price | undefined {
  if (!listed(fields).includes(option)) return undefined
  const price = fields[`option.${option}.price`]
  if (!price) {
    const least = fields[`option.${option}.least`]
    return least && areAmounts(least) ? { cents: Number(least), open: true } : undefined
  }
  if (!areAmounts(price)) return undefined
  const begun = laterOf(fields, option).filter((one) => one.day <= day)
  return { cents: begun.at(-1)?.cents ?? Number(price), open: false }
}

/** The scheduled prices of an option (cents), earliest first. */
export function laterOf(fields: Fields, option: string) {
  return readLaterPrices(fields[`option.${option}.later`] ?? '')
    .flatMap(({ day, amount }) => (day && /^\d+$/.test(amount) ? [{ day, cents: Number(amount) }] : []))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}
