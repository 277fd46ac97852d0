import { keptValue } from '../../lib/kept.ts'

/** How many items of an earlier cart a login added to the current one, until the visitor has dismissed the notice. */
export const keptMerged = keptValue('shanmen.cart.merged', (saved) => Number(saved) || undefined)
