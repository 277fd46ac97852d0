/** A price from a day on; the amount in its stored form (cents-text.ts). */
export type LaterPrice = { day: string; amount: string }

/** Placeholder for what is not typed yet. The server accepts it neither as a day nor as an amount. */
const missing = '-'

/** Parses the field of scheduled prices: lines of "2027-01-01 9800". */
export function readLaterPrices(text: string): LaterPrice[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [, day = '', amount = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(line) ?? []
    return { day: read(day), amount: read(amount) }
  })
}

/**
 * Formats the field. Incomplete lines are stored too, and refused by the server: nothing is published without its day
 * or price.
 */
export function writeLaterPrices(prices: readonly LaterPrice[]): string {
  return prices
    .filter(({ day, amount }) => day !== '' || amount !== '')
    .map(({ day, amount }) => `${day || missing} ${amount || missing}`)
    .join('\n')
}

const read = (word: string) => (word === missing ? '' : word)
