import { areAmounts } from './cents-text.ts'
import { readLaterPrices } from './later-prices.ts'

type Fields = Readonly<Record<string, string>>

/** What publishing does to one price of an option. Prices are in cents; of an open amount it is the least. */
export type PriceChange = {
  option: string
  title: { en: string; zh: string }
  /** Absent: the option is new. */
  before?: number
  openBefore?: boolean
  /** Absent: it is no longer offered. */
  after?: number
  openAfter?: boolean
  /** The day from which it is so (2027-01-01); absent: at once. */
  from?: string
}

type Price = { cents: number; open: boolean }

/**
 * The prices that differ between what is on the site and the draft, today and on each later day on which one of them has
 * another price, in the order of the options. The server says the same of what was published (price_change.go);
 * testdata/price-changes.json holds both to it. `today` is a day in Singapore (2026-06-01).
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
      const was = priceOn(live, option, day) ?? (i > 0 ? last : undefined) // each later price of a new one follows the one before
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

/** The keys of the options of a draft, in their order. */
export const listed = (fields: Fields) => (fields.options ?? '').split(' ').filter(Boolean)

/** What an option costs on a day (2026-06-01), in cents; undefined: it is not offered, or has no price yet that can be read. */
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

/** The later prices of an option (cents), the first first. */
export function laterOf(fields: Fields, option: string) {
  return readLaterPrices(fields[`option.${option}.later`] ?? '')
    .flatMap(({ day, amount }) => (day && /^\d+$/.test(amount) ? [{ day, cents: Number(amount) }] : []))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}
