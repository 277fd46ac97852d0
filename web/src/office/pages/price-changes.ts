import { readLaterPrices } from './later-prices.ts'

type Fields = Readonly<Record<string, string>>

/** What publishing does to one price of an option. Prices are in cents; of an open amount it is the least. */
export type PriceChange = {
  option: string
  title: { en: string; zh: string }
  before?: number
  after?: number
  /** The day from which it is so (2027-01-01); absent: at once. */
  from?: string
}

/** The prices that differ between what is on the site and the draft, in the order of the options. */
export function priceChanges(live: Fields, draft: Fields): PriceChange[] {
  const keys = [...new Set([...listed(draft), ...listed(live)])]
  return keys.flatMap((option): PriceChange[] => {
    const gone = !listed(draft).includes(option)
    const of = gone ? live : draft
    const title = { en: of[`option.${option}.title.en`] ?? '', zh: of[`option.${option}.title.zh`] ?? '' }
    const before = listed(live).includes(option) ? priceOf(live, option) : undefined
    const after = gone ? undefined : priceOf(draft, option)
    const out: PriceChange[] = before === after ? [] : [{ option, title, before, after }]
    const stood = laterOf(live, option)
    const coming = gone ? new Map<string, number>() : laterOf(draft, option)
    for (const [from, cents] of coming)
      if (stood.get(from) !== cents) out.push({ option, title, before: stood.get(from) ?? after, after: cents, from })
    for (const [from, cents] of stood)
      if (!gone && !coming.has(from)) out.push({ option, title, before: cents, after, from })
    return out
  })
}

const listed = (fields: Fields) => (fields.options ?? '').split(' ').filter(Boolean)

function priceOf(fields: Fields, option: string): number | undefined {
  const text = fields[`option.${option}.price`] || fields[`option.${option}.least`]
  return text ? Number(text) : undefined
}

function laterOf(fields: Fields, option: string): Map<string, number> {
  const lines = readLaterPrices(fields[`option.${option}.later`] ?? '')
  return new Map(lines.flatMap(({ day, cents }) => (cents === undefined ? [] : [[day, cents] as const])))
}
