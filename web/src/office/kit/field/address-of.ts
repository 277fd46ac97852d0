/** The URL key for an English title: lower-case letters, digits and hyphens; '' if there are none. */
export function addressOf(title: string, most = 100): string {
  const plain = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
  let address = ''
  for (const word of plain.match(/[a-z0-9]+/g) ?? []) {
    const longer = address ? `${address}-${word}` : word.slice(0, most)
    if (longer.length > most) break
    address = longer
  }
  return address
}

/** The URL key while a title is typed: it follows the title until the user types another key. */
export function followTitle(address: string, before: string, title: string, most?: number): string {
  return address === addressOf(before, most) ? addressOf(title, most) : address
}
