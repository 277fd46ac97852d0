/** Cents of all lines; undefined as long as one of them lacks its amount. */
export function sumOf(lines: readonly { cents: number | undefined }[]): number | undefined {
  return lines.reduce<number | undefined>(
    (sum, { cents }) => (sum === undefined || cents === undefined ? undefined : sum + cents),
    0,
  )
}
