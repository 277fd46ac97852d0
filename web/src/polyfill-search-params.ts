/** The part of URLSearchParams that the render engine needs: reading and writing a query. */
export class SearchParams {
  private readonly list: [string, string][] = []

  constructor(from: string | Iterable<readonly [string, string]> | Record<string, string> = '') {
    if (typeof from === 'string') {
      for (const pair of from.replace(/^\?/, '').split('&')) {
        if (!pair) continue
        const [name = '', ...value] = pair.split('=')
        this.append(decode(name), decode(value.join('=')))
      }
      return
    }
    const pairs = Symbol.iterator in from ? from : Object.entries(from)
    for (const [name, value] of pairs) this.append(name, value)
  }

  get size(): number {
    return this.list.length
  }

  append(name: string, value: string): void {
    this.list.push([name, value])
  }

  delete(name: string): void {
    for (let i = this.list.length - 1; i >= 0; i--) if (this.list[i]?.[0] === name) this.list.splice(i, 1)
  }

  get(name: string): string | null {
    return this.list.find(([each]) => each === name)?.[1] ?? null
  }

  getAll(name: string): string[] {
    return this.list.filter(([each]) => each === name).map(([, value]) => value)
  }

  has(name: string): boolean {
    return this.list.some(([each]) => each === name)
  }

  set(name: string, value: string): void {
    this.delete(name)
    this.append(name, value)
  }

  forEach(visit: (value: string, name: string) => void): void {
    for (const [name, value] of this.list) visit(value, name)
  }

  keys() {
    return this.list.map(([name]) => name)[Symbol.iterator]()
  }

  values() {
    return this.list.map(([, value]) => value)[Symbol.iterator]()
  }

  entries() {
    return this.list[Symbol.iterator]()
  }

  [Symbol.iterator]() {
    return this.list[Symbol.iterator]()
  }

  toString(): string {
    return this.list.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '))
  } catch {
    return text
  }
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/%20/g, '+')
}
