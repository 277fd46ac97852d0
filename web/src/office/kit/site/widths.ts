/** The screens that a page is looked at on, by how wide they are, in px. */
export const widths = { phone: 390, tablet: 820, desktop: 1280 } as const
export type Width = keyof typeof widths
export const widthNames = ['phone', 'tablet', 'desktop'] as const satisfies readonly Width[]
