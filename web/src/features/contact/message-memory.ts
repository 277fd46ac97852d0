/** What was written to the temple in one of its forms, kept for the browser's tab until it has been sent. */
const prefix = 'shanmen.message.'

export function rememberMessage(form: string, message: unknown): void {
  try {
    sessionStorage.setItem(prefix + form, JSON.stringify(message))
  } catch {
    // A storage that is closed costs this comfort only.
  }
}

export function recallMessage(form: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + form) ?? 'null')
  } catch {
    return null
  }
}

export function forgetMessage(form: string): void {
  try {
    sessionStorage.removeItem(prefix + form)
  } catch {
    // Nothing was kept.
  }
}
