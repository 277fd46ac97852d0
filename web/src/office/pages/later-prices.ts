/** A price (cents) from a day on. */
export type LaterPrice = { day: string; cents: number | undefined }

/** Reads the field of later prices: lines of "2027-01-01 9800". */
export function readLaterPrices(text: string): LaterPrice[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [day = '', cents] = line.trim().split(/\s+/)
      return { day, cents: cents === undefined ? undefined : Number(cents) }
    })
}

/** Writes the field. A line that lacks its day or its price is not written yet. */
export function writeLaterPrices(prices: readonly LaterPrice[]): string {
  return prices
    .filter(({ day, cents }) => day !== '' && cents !== undefined && cents > 0)
    .map(({ day, cents }) => `${day} ${cents}`)
    .join('\n')
}
