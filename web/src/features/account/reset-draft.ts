import { keptValue } from '../../lib/kept.ts'
import { isCodeSent, type CodeSent } from './registration-draft.ts'

/** A forgotten password that waits for its code: what was typed, so that it need not be typed again. */
type ResetDraft = { identifier: string; sent: CodeSent }

export const keptReset = keptValue('shanmen.reset', (saved) => {
  const { identifier, sent } = (saved ?? {}) as ResetDraft
  return typeof identifier === 'string' && isCodeSent(sent) ? { identifier, sent } : undefined
})
