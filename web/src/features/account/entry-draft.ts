import { keptValue } from '../../lib/kept.ts'
import type { NamesTyped } from './names.ts'
import { isCodeSent, pending, type CodeSent } from './registration-draft.ts'

/** An unfinished entry by mobile number: waiting for the code, or, once verified, for the name of a new account. */
export type EntryDraft = { step: 'code' | 'name'; mobile: string; sent: CodeSent } & Partial<
  NamesTyped & { email: string }
>

export const keptEntry = keptValue('shanmen.entry', (saved) => {
  const kept = (saved ?? {}) as EntryDraft
  if (!isCodeSent(kept.sent) || typeof kept.mobile !== 'string') return undefined
  return (kept.step === 'code' || kept.step === 'name') && pending(kept.sent) ? kept : undefined
})
