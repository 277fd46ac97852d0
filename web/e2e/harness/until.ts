/** Calls `look` until it returns something, and returns that. */
export async function until<Value>(
  what: string,
  look: () => Value | null | undefined | false | Promise<Value | null | undefined | false>,
  withinMs = 40_000,
): Promise<Value> {
  const end = Date.now() + withinMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error(`not within ${withinMs / 1000} s: ${what}`)
    await new Promise((next) => {
      setTimeout(next, 50)
    })
  }
}
