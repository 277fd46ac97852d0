/** The number of an entry as printed. */
export const numberOf = (no: number) => String(no).padStart(4, '0')
