/** The sanitiser's code failed to load: the network is down, or another build is running. */
export class CodeMissing extends Error {
  constructor(cause: unknown) {
    super('code is missing', { cause })
    this.name = 'CodeMissing'
  }
}

/**
 * Sanitises every `html` in the data in the browser too, before it is inserted. The first page's HTML was sanitised by
 * the server. The sanitiser loads on demand.
 */
export async function cleanHtml<Data>(data: Data): Promise<Data> {
  if (!hasHtml(data)) return data
  let purify: (html: string) => string
  try {
    ;({ purify } = await import('./purifier.ts'))
  } catch (error) {
    throw new CodeMissing(error)
  }
  return changed(data, purify) as Data
}

function hasHtml(value: unknown): boolean {
  if (!value || typeof value !== 'object') return false
  return Object.entries(value).some(([key, each]) => (key === 'html' && typeof each === 'string') || hasHtml(each))
}

function changed(value: unknown, purify: (html: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => changed(each, purify))
  if (!value || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === 'html' && typeof each === 'string' ? purify(each) : changed(each, purify),
    ]),
  )
}
