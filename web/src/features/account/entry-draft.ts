import { keptValue } from '../../lib/kept.ts'
import type { NamesTyped } from './names.ts'
import { isCodeSent, pending, type CodeSent } from './registration-draft.ts'

/** A number on its way in: its code is waited for, or it is proven and its owner's name is asked. */
export type EntryDraft = { step: 'code' | 'name'; mobile: string; sent: CodeSent } & Partial<
  NamesTyped & { email: string }
>

export const keptEntry = keptValue('shanmen.entry', (saved) => {
  const kept = (saved ?? {}) as EntryDraft
  if (!isCodeSent(kept.sent) || typeof kept.mobile !== 'string') return undefined
  return (kept.step === 'code' || kept.step === 'name') && pending(kept.sent) ? kept : undefined
})
