/** What is asked of a list: a page of its rows, or how many there are. Counting may take longer: no page waits for it. */
export type Part = { part: 'rows'; after?: string; limit?: number } | { part: 'total' }

/** The page after a key, '' for the first. */
export const rowsAfter = (key: string): Part => ({ part: 'rows', after: key || undefined, limit: 25 })

/** How many rows there are, exact up to 10,000; `more` says that there are others. */
export const theTotal: Part = { part: 'total' }
