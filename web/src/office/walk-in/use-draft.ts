import { useMemo, useSyncExternalStore } from 'react'
import type { FieldError } from '../../api/result.ts'
import { useLocale } from '../../i18n/context.tsx'
import { revive, type Draft } from './draft.ts'
import { draftMemory } from './draft-memory.ts'

export type DraftHandle = ReturnType<typeof useDraft>

/** The walk-in of this clerk. A change clears the server's errors, unless stated otherwise. */
export function useDraft(by: string) {
  const locale = useLocale()
  const begin = (saved: unknown) => revive(saved, by, locale)
  const { draft, problems } = useSyncExternalStore(draftMemory.subscribe, () => draftMemory.of(by, begin))
  const act = useMemo(
    () => ({
      change(next: (draft: Draft) => Draft) {
        const now = draftMemory.of(by, (saved) => revive(saved, by, locale))
        draftMemory.put({ draft: next(now.draft), problems: [] })
      },
      refuse(problems: readonly FieldError[]) {
        draftMemory.put({ draft: draftMemory.of(by, (saved) => revive(saved, by, locale)).draft, problems })
      },
    }),
    [by, locale],
  )
  return { draft, problems, ...act }
}
