/**
 * The maximum of the chart's axis in cents: the next round amount in dollars (1, 2 or 5 and zeros), so that its half is
 * round too.
 */
export function topOf(cents: number): number {
  const dollars = Math.max(1, cents / 100)
  const unit = 10 ** Math.floor(Math.log10(dollars))
  const steps = [1, 2, 4, 5, 10]
  return (steps.find((step) => step * unit >= dollars) ?? 10) * unit * 100
}

/** Every which of n columns gets a label, if at most `room` labels fit. */
export function labelStep(n: number, room: number): number {
  return Math.max(1, Math.ceil(n / room))
}
