/**
 * What was typed for an offering, kept for the browser's tab: a phone that drops the page shows it again. Storage
 * that is closed or full costs that comfort only.
 */
const prefix = 'shanmen.offering.'

export function rememberDraft(name: string, draft: unknown): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(draft))
  } catch {
    // Nothing on the page depends on it.
  }
}

export function recallDraft(name: string): unknown {
  try {
    const text = sessionStorage.getItem(prefix + name)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

export function forgetDraft(name: string): void {
  try {
    sessionStorage.removeItem(prefix + name)
  } catch {
    // As above.
  }
}
