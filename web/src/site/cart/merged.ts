const key = 'shanmen.cart.merged'

/** Remembers that a login brought so many items of a saved cart beside those just chosen; undefined once it was read. */
export function tellMerged(saved: number | undefined): void {
  try {
    if (saved) sessionStorage.setItem(key, String(saved))
    else sessionStorage.removeItem(key)
  } catch {
    // A private window without storage: the cart itself still shows everything.
  }
}

/** How many items a login brought along, until somebody said that they saw it. */
export function mergedItems(): number {
  try {
    return Number(sessionStorage.getItem(key)) || 0
  } catch {
    return 0
  }
}
