import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newAttempts } from '../../api/attempt.ts'
import { api } from '../../api/client.ts'
import { fieldErrors, isBusy } from '../../api/result.ts'
import { DraftKeeper, type SaveAnswer, type SavedField } from '../kit/draft/keeper.ts'
import { keepUnsaved } from '../kit/draft/unsaved-store.ts'
import { useKeptDraft } from '../kit/draft/use-kept-draft.ts'
import { refresh } from '../kit/query/refresh.ts'
import { guarded } from '../kit/session/session-gate.ts'
import type { Language, Sentence } from './word-queries.ts'

/** The name of a draft's field: message key and language. */
export const fieldOf = (key: string, language: Language) => `${key} ${language}`

/** The saved drafts of a message's plural forms. */
export function savedWords(forms: readonly Sentence[]): Record<string, SavedField> {
  return Object.fromEntries(
    forms.flatMap(({ key, sides }) =>
      Object.entries(sides).map(([language, side]) => [`${key} ${language}`, { value: side.draft, rev: side.rev }]),
    ),
  )
}

/** The draft of a message in all its plural forms: saved here and on the server while typing. */
export function useWordDraft(base: string, forms: readonly Sentence[], userId: string) {
  const client = useQueryClient()
  const [replaced, setReplaced] = useState(0)
  const id = `word:${base}`
  const [keeper] = useState(() => {
    const attempts = newAttempts()
    const putOne = async (field: string, text: string, base: number) => {
      const [key = '', locale = ''] = field.split(' ')
      const body = { key, locale: locale === 'zh' ? ('zh' as const) : ('en' as const), text, base }
      const result = await guarded(() => api.put('/api/admin/word', { body, idempotencyKey: attempts.keyFor(body) }))
      if (result.status === 500 || isBusy(result)) throw new Error('not saved')
      attempts.done(body)
      return result
    }
    return new DraftKeeper(savedWords(forms), {
      now: Date.now,
      replaced: () => setReplaced((times) => times + 1),
      keep: (unsaved) => keepUnsaved(userId, id, unsaved),
      async send(fields) {
        const saved: SaveAnswer & { kind: 'saved' } = { kind: 'saved', revs: {}, conflicts: [] }
        const errors: Record<string, string> = {}
        for (const [field, { value, base }] of Object.entries(fields)) {
          const result = await putOne(field, value, base)
          if (result.status === 200) {
            const { side, setAside } = result.value
            if (setAside) saved.conflicts.push({ field, theirs: side.draft, rev: side.rev, by: '', at: '' })
            else saved.revs[field] = side.rev
          } else if (result.status === 400) {
            errors[field] = fieldErrors(result)[0]?.title ?? result.body.title
          } else return { kind: 'gone' }
        }
        void refresh(client, 'words')
        // Refusals are reported after everything else was saved: resending them does not change the draft.
        return Object.keys(errors).length > 0 ? { kind: 'refused', errors } : saved
      },
    })
  })
  return { keeper, replaced, ...useKeptDraft(keeper, userId, id) }
}
