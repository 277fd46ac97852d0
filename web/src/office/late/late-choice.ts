/** What can become of late money, the likeliest first. */
export const byLikelihood = ['counted', 'invoice', 'reopen', 'refund', 'donation', 'not-arrived'] as const
export type LateChoice = (typeof byLikelihood)[number]
