/** The possible decisions about late money, most likely first. */
export const byLikelihood = ['counted', 'invoice', 'reopen', 'refund', 'donation', 'not-arrived'] as const
export type LateChoice = (typeof byLikelihood)[number]
