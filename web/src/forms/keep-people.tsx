import { useEffect, useMemo, useRef, useState } from 'react'
import { newAttempts } from '../api/attempt.ts'
import { api } from '../api/client.ts'
import { useLocale, useT } from '../i18n/context.tsx'
import { useAct } from './use-act.ts'
import { useSessionCache } from '../site/session/session-cache-context.ts'
import { say, whyRefused, type Refused } from './refusal.ts'
import { useTold } from './use-told.ts'
import { Button } from '../ui/button.tsx'
import type { FormField } from '../domain/form/definition.ts'
import type { Person } from '../domain/form/draft.ts'
import { entryOf, newcomers } from '../domain/form/family-book.ts'
import { calledBy } from '../domain/names.ts'
import { fetchBook, useFamilyBook } from './use-family-book.ts'

/** Saves those people of a form to the family book who are not in it yet, on request. */
export function KeepPeople({ list, people }: { list: FormField; people: readonly Person[] }) {
  const t = useT()
  const locale = useLocale()
  const cache = useSessionCache()
  const book = useFamilyBook()
  const [said, setSaid] = useTold()
  const stands = said !== undefined
  const status = useRef<HTMLParagraphElement>(null)
  // Resending a person after a lost answer uses the same key. Several may be pending, so each has its own key.
  const [attempts] = useState(() => newAttempts())
  const fresh = useMemo(() => (book ? newcomers(list, people, book) : []), [book, list, people])
  const act = useAct(
    async (body: ReturnType<typeof entryOf>) => {
      const result = await api.post('/api/family', { body, idempotencyKey: attempts.keyFor(body) })
      // A refusal may come after a lost answer: until it is saved, pressing again sends the same key.
      if (result.status === 200) attempts.done(body)
      return result
    },
    { refused: (result) => result?.status === 400 }, // reported with the person's name
  )
  const [keeping, setKeeping] = useState(false)

  // The button disappears when everybody is saved, so the focus moves to the confirmation.
  useEffect(() => {
    if (stands) status.current?.focus()
  }, [stands])

  async function keep() {
    setKeeping(true)
    setSaid()
    let kept = 0
    let refused: { who: string; why: Refused } | undefined
    for (const entry of fresh.map((person) => entryOf(list, person))) {
      const result = await act.send(entry)
      if (result?.status === 200) kept += 1
      else if (result?.status === 400)
        refused ??= { who: calledBy(entry), why: { ...whyRefused(result.body), toldIn: locale } }
      if (!result) break
    }
    await fetchBook(cache)
    setKeeping(false)
    setSaid({
      say: (words, now) => {
        const no = refused && words('form.book-refused', { who: refused.who, text: say(refused.why, words, now) })
        return [kept > 0 && words('form.book-kept', { count: kept }), no].filter(Boolean).join(' ')
      },
    })
  }

  if (!book || (fresh.length === 0 && !said)) return null
  return (
    <div className="mt-4">
      {fresh.length > 0 && (
        <>
          <Button icon="heart" className="w-full sm:w-auto" pending={keeping} onClick={() => void keep()}>
            {t('form.book-keep')}
          </Button>
          <p className="mt-1 text-sm text-ink-2">{t('form.book-keep-text')}</p>
        </>
      )}
      <p role="status" ref={status} tabIndex={-1} className="mt-2 font-semibold empty:hidden">
        {said}
      </p>
    </div>
  )
}
