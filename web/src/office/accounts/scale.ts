/** The top of a scale in cents: the next round amount (1, 2 or 5 and zeros of dollars), so that its halves are round too. */
export function topOf(cents: number): number {
  const dollars = Math.max(1, cents / 100)
  const unit = 10 ** Math.floor(Math.log10(dollars))
  const steps = [1, 2, 4, 5, 10]
  return (steps.find((step) => step * unit >= dollars) ?? 10) * unit * 100
}

/** Every how many of n columns a label fits, when at most `room` do. */
export function labelStep(n: number, room: number): number {
  return Math.max(1, Math.ceil(n / room))
}
