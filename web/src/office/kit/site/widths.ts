/** The screen widths of previews, in px. */
export const widths = { phone: 390, tablet: 820, desktop: 1280 } as const
export type Width = keyof typeof widths
export const widthNames = ['phone', 'tablet', 'desktop'] as const satisfies readonly Width[]
