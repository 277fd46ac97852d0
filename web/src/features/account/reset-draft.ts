import { keptValue } from '../../lib/kept.ts'
import { isCodeSent, type CodeSent } from './registration-draft.ts'

/** A forgotten password waiting for its code: stores the typed identifier, so that it need not be typed again. */
type ResetDraft = { identifier: string; sent: CodeSent }

export const keptReset = keptValue('shanmen.reset', (saved) => {
  const { identifier, sent } = (saved ?? {}) as ResetDraft
  return typeof identifier === 'string' && isCodeSent(sent) ? { identifier, sent } : undefined
})
