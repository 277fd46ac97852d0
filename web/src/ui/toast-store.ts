import { topDialog } from './dialog-stack.ts'
import type { Vars, MessageKey } from '../i18n/messages.ts'

export type ToastType = 'default' | 'success' | 'error'

export type ToastOptions = ({ text: MessageKey } | { words: string }) & {
  type?: ToastType
  params?: Vars
  /** Milliseconds until it disappears; 0 = until closed. */
  duration?: number
  /** The error is also shown by its own part of the page. */
  told?: boolean
}

/** `plain`: the text is not a message key, but final text. `dialog`: the topmost one when it was raised. */
export type Toast = {
  id: number
  text: string
  plain: boolean
  type: ToastType
  params?: Vars
  duration: number
  dialog?: HTMLDialogElement
}

const standard = 3000
const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let lastError: Toast | undefined
let last = 0

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a toast. The same toast again replaces the first. */
export function toast({ type = 'default', params, duration = standard, told, ...said }: ToastOptions): number {
  last += 1
  const plain = 'words' in said
  const text = plain ? said.words : said.text
  const others = toasts.filter((other) => other.text !== text || other.type !== type)
  const next: Toast = { id: last, text, plain, type, params, duration, dialog: topDialog.current() }
  if (type === 'error' && !told) lastError = next
  set([...others.slice(-2), next])
  return last
}

export function dismissToast(id: number) {
  set(toasts.filter((other) => other.id !== id))
}

/** The last error is resolved, or its page was left. */
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
  /** The last error that no part of the page shows, for users who missed the toast. */
  error: () => lastError,
}
