import { isCodeSent, type CodeSent } from './registration-draft.ts'

/** A forgotten password that waits for its code: what was typed, so that it need not be typed again. */
export type ResetDraft = { identifier: string; sent: CodeSent }

const name = 'shanmen.reset'

/** It outlives a reload of the page, not the tab. */
export function readReset(): ResetDraft | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('identifier' in kept) || !('sent' in kept)) return undefined
    const { identifier, sent } = kept
    return typeof identifier === 'string' && isCodeSent(sent) ? { identifier, sent } : undefined
  } catch {
    return undefined
  }
}

export function writeReset(draft: ResetDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(name, JSON.stringify(draft))
    else sessionStorage.removeItem(name)
  } catch {
    // A private window without storage: the number is typed again, and nothing else is lost.
  }
}
