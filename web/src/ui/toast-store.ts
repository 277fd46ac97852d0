import type { Vars, MessageKey } from '../i18n/messages.ts'

export type ToastType = 'default' | 'success' | 'error'

export type ToastOptions = ({ text: MessageKey } | { words: string }) & {
  type?: ToastType
  params?: Vars
  /** Milliseconds until it goes; 0 = until somebody closes it. */
  duration?: number
  /** An error that its own part of the page tells, beside what it is about. */
  told?: boolean
}

/** `plain`: the text is no key, but words as they are said. */
export type Toast = { id: number; text: string; plain?: true; type: ToastType; params?: Vars; duration: number }

const standard = 3000
const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let lastError: Toast | undefined
let last = 0

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a line at the edge of the screen. The same line twice is shown once, anew. */
export function toast({ type = 'default', params, duration = standard, told, ...said }: ToastOptions): number {
  last += 1
  const plain = 'words' in said
  const text = plain ? said.words : said.text
  const others = toasts.filter((other) => other.text !== text || other.type !== type)
  const next: Toast = { id: last, text, ...(plain && { plain }), type, params, duration }
  if (type === 'error' && !told) lastError = next
  set([...others.slice(-2), next])
  return last
}

export function dismissToast(id: number) {
  set(toasts.filter((other) => other.id !== id))
}

/** The last error is dealt with, or its page has been left. */
export function forgetError() {
  if (!lastError) return
  lastError = undefined
  set(toasts)
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  current: () => toasts,
  /** The last error that nothing on the page tells: who looks away for three seconds finds it there. */
  error: () => lastError,
}
