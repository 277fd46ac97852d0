import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newAttempts } from '../../api/attempt.ts'
import { api } from '../../api/client.ts'
import { fieldErrors, mayRetry } from '../../api/result.ts'
import { DraftKeeper, type SaveAnswer, type SavedField } from '../kit/draft/keeper.ts'
import { keepUnsaved } from '../kit/draft/unsaved-store.ts'
import { useKeptDraft } from '../kit/draft/use-kept-draft.ts'
import { refresh } from '../kit/query/refresh.ts'
import { guarded } from '../kit/session/session-gate.ts'
import { draftOf, type Language, type Sentence } from './word-queries.ts'

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
  const id = draftOf(base)
  const [keeper] = useState(() => {
    const attempts = newAttempts()
    const bodyOf = (field: string, text: string, base: number) => {
      const [key = '', locale = ''] = field.split(' ')
      return { key, locale: locale === 'zh' ? ('zh' as const) : ('en' as const), text, base }
    }
    return new DraftKeeper(savedWords(forms), {
      now: Date.now,
      replaced: () => setReplaced((times) => times + 1),
      keep: (unsaved) => keepUnsaved(userId, id, unsaved),
      async send(fields) {
        const errors: Record<string, string> = {}
        const saved: SaveAnswer & { kind: 'saved' } = { kind: 'saved', revs: {}, conflicts: [], errors }
        const bodies = Object.entries(fields).map(([field, { value, base }]) => bodyOf(field, value, base))
        for (const body of bodies) {
          const field = fieldOf(body.key, body.locale)
          const result = await guarded(() =>
            api.put('/api/admin/word', { body, idempotencyKey: attempts.keyFor(body) }),
          )
          if (result.status === 500 || mayRetry(result)) throw new Error('not saved')
          if (result.status === 200) {
            const { side, setAside } = result.value
            if (setAside) saved.conflicts.push({ field, theirs: side.draft, rev: side.rev, by: '', at: '' })
            else saved.revs[field] = side.rev
          } else if (result.status === 400) {
            errors[field] = fieldErrors(result)[0]?.title ?? result.body.title
          } else return { kind: 'gone' }
        }
        // A failure above repeats the whole save, so all bodies keep their keys until then.
        for (const body of bodies) attempts.done(body)
        void refresh(client, 'words')
        return saved
      },
    })
  })
  return { keeper, replaced, ...useKeptDraft(keeper, userId, id) }
}
