/** The total of all lines in cents; undefined while an amount is missing. */
export function sumOf(lines: readonly { cents: number | undefined }[]): number | undefined {
  return lines.reduce<number | undefined>(
    (sum, { cents }) => (sum === undefined || cents === undefined ? undefined : sum + cents),
    0,
  )
}
