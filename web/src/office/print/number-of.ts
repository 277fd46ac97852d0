/** An entry's number as it stands on its paper. */
export const numberOf = (no: number) => String(no).padStart(4, '0')
