import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, type Value } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Initial } from '../kit/person/initial.tsx'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { valueOf } from '../kit/session/session-gate.ts'

export type FoundPerson = NonNullable<Value<'/api/admin/walk-in/person', 'get'>['items']>[number]

type Props = {
  typed: string
  optionId: string
  /** The chosen member. */
  chosen: string | undefined
  locked: boolean
  onChoose: (person: FoundPerson | null) => void
}

const settle = 200

/** Members whose name matches the typed text; a click links the order to the account, another one unlinks it. */
export function ExpressPeople({ typed, optionId, chosen, locked, onChoose }: Props) {
  const t = useT()
  const locale = useLocale()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = window.setTimeout(() => setAsked(typed.trim()), settle)
    return () => window.clearTimeout(timer)
  }, [typed])
  const { data } = useQuery({
    queryKey: ['walk-in', 'person', asked, optionId],
    queryFn: () => valueOf(() => api.get('/api/admin/walk-in/person', { query: { q: asked, optionId } })),
    enabled: asked !== '',
    staleTime: 30_000,
    placeholderData: (before) => (asked ? before : undefined),
  })
  const people = (asked && data?.items) || []
  return (
    <>
      <p role="status" className="sr-only">
        {people.length > 0 && t('walk-in.people-found', { count: people.length })}
      </p>
      {people.length > 0 && (
        <ul aria-label={t('walk-in.people')} className="space-y-2">
          {people.slice(0, 3).map((person) => {
            const here = person.id === chosen
            return (
              <li key={person.id}>
                <button
                  type="button"
                  aria-pressed={here}
                  disabled={locked}
                  onClick={() => onChoose(here ? null : person)}
                  className={`flex min-h-15 w-full items-center gap-3 rounded-2xl px-3 py-2 text-left leading-snug ${here ? 'bg-jade-1' : 'shadow-[inset_0_0_0_1.5px_var(--color-line-2)] hover:bg-gold-1'}`}
                >
                  <Initial person={{ id: person.id, name: person.chineseName || person.name }} className="size-9" />
                  <span className="min-w-0 grow">
                    <span className="block font-bold">
                      <PayerNames name={person.name} chinese={person.chineseName} />
                    </span>
                    <span className="block text-sm text-ink-2">
                      {[
                        t('office.has-account'),
                        person.mobile,
                        person.hadAt && t('walk-in.had-before', { day: date(locale, person.hadAt, 'short') }),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  <span
                    aria-hidden="true"
                    className={`grid size-7 shrink-0 place-items-center rounded-lg ${here ? 'bg-cinnabar text-white' : 'shadow-[inset_0_0_0_1.5px_var(--color-line-2)]'}`}
                  >
                    {here && <Icon name="check" size={17} className="stroke-[2.6]" />}
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {(data?.more || people.length > 3) && asked && <p className="text-sm text-ink-2">{t('walk-in.people-more')}</p>}
    </>
  )
}
