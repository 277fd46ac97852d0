/** A price from a day on; the amount as a field keeps it (cents-text.ts). */
export type LaterPrice = { day: string; amount: string }

/** Stands for what is not written yet. The server reads it neither as a day nor as an amount. */
const missing = '-'

/** Reads the field of later prices: lines of "2027-01-01 9800". */
export function readLaterPrices(text: string): LaterPrice[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [, day = '', amount = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(line) ?? []
    return { day: read(day), amount: read(amount) }
  })
}

/** Writes the field. What was begun is written too, and refused: nothing goes on the site without its day or its price. */
export function writeLaterPrices(prices: readonly LaterPrice[]): string {
  return prices
    .filter(({ day, amount }) => day !== '' || amount !== '')
    .map(({ day, amount }) => `${day || missing} ${amount || missing}`)
    .join('\n')
}

const read = (word: string) => (word === missing ? '' : word)
