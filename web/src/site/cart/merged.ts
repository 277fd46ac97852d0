import { keptValue } from '../../lib/kept.ts'

/** How many items of a saved cart a login put beside those just chosen, until somebody says that they saw it. */
export const keptMerged = keptValue('shanmen.cart.merged', (saved) => Number(saved) || undefined)
