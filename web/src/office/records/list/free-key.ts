/** A free URL key for the copy of a record: the first numbered one that is not used. */
export function freeKey(key: string, others: readonly { key: string }[]): string {
  const taken = new Set(others.map((one) => one.key))
  const [, base = key, number = '1'] = /^(.*?)-(\d{1,3})$/.exec(key) ?? []
  for (let n = Number(number) + 1; ; n++) if (!taken.has(`${base}-${n}`)) return `${base}-${n}`
}
