/** A sorted list with a number added or removed. */
export function toggled(list: readonly number[] | null | undefined, one: number): number[] {
  const before = list ?? []
  return before.includes(one) ? before.filter((n) => n !== one) : [...before, one].sort((a, b) => a - b)
}
