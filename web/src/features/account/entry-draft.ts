import type { NamesTyped } from './names.ts'
import { isCodeSent, type CodeSent } from './registration-draft.ts'

/** A number on its way in: its code is waited for, or it is proven and its owner's name is asked. */
export type EntryDraft = { step: 'code' | 'name'; mobile: string; sent: CodeSent } & Partial<
  NamesTyped & { email: string }
>

const key = 'shanmen.entry'

/** What was kept, as long as the server still waits for it. */
export function readEntry(now: number): EntryDraft | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<EntryDraft> | null
    if (!kept || !isCodeSent(kept.sent) || typeof kept.mobile !== 'string') return undefined
    if (kept.step !== 'code' && kept.step !== 'name') return undefined
    return kept.sent.expiresAt + 50 * 60_000 > now ? (kept as EntryDraft) : undefined
  } catch {
    return undefined
  }
}

/** Keeps it for a reload of the page, not beyond the tab. */
export function writeEntry(draft: EntryDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft))
    else sessionStorage.removeItem(key)
  } catch {
    // A private window without storage: a reload starts with the number again.
  }
}
