/** The last part of an address for an English title: small letters, digits and hyphens, '' where it has none of them. */
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

/** The address beside a title that is being typed: it follows the title as long as nobody has written another one. */
export function followTitle(address: string, before: string, title: string, most?: number): string {
  return address === addressOf(before, most) ? addressOf(title, most) : address
}
