/** What is requested of a list: a page of rows, or the total. They are separate, because counting may be slow. */
export type Part = { part: 'rows'; after?: string; limit?: number } | { part: 'total' }

/** The page after a cursor, '' for the first. */
export const rowsAfter = (key: string): Part => ({ part: 'rows', after: key || undefined, limit: 25 })

/** The total, exact up to 10,000; `more` means that there are more. */
export const theTotal: Part = { part: 'total' }
