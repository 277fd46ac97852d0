/** The last part of an address for a copy of what stands at `key`: the first that none of the others has. */
export function freeKey(key: string, others: readonly { key: string }[]): string {
  const taken = new Set(others.map((one) => one.key))
  const [, base = key, number = '1'] = /^(.*?)-(\d{1,3})$/.exec(key) ?? []
  for (let n = Number(number) + 1; ; n++) if (!taken.has(`${base}-${n}`)) return `${base}-${n}`
}
