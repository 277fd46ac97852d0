import { useEffect, useRef, useState } from 'react'
import { newAttempts } from '../../api/attempt.ts'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import type { Invoice } from '../../domain/invoice.ts'
import { calledBy } from '../../domain/names.ts'
import { toastUnexpected, useAct } from '../../forms/use-act.ts'
import { fetchBook, useFamilyBook } from '../../forms/use-family-book.ts'
import { Link } from '../../site/router/link.tsx'
import { useSessionCache } from '../../site/session/session-cache-context.ts'
import { useSession } from '../../site/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { peopleOf, type Kept } from './people-of.ts'

/**
 * Offers to save the names of a first order while the family book is empty. If declined, it is not shown again in this
 * tab.
 */
export function KeepNames({ invoice }: { invoice: Invoice }) {
  const { user } = useSession()
  return user?.member ? <Offer invoice={invoice} password={!user.noPassword} /> : null
}

function Offer({ invoice, password }: { invoice: Invoice; password: boolean }) {
  const t = useT()
  const locale = useLocale()
  const cache = useSessionCache()
  const book = useFamilyBook()
  const [attempts] = useState(() => newAttempts())
  const [state, setState] = useState<'asked' | 'keeping' | 'kept' | 'left'>('asked')
  const [kept, setKept] = useState(0)
  const done = useRef<HTMLParagraphElement>(null)
  const people = peopleOf(invoice, locale)
  const act = useAct(
    async (body: Kept) => {
      const result = await api.post('/api/family', { body, idempotencyKey: attempts.keyFor(body) })
      if (result.status === 200) attempts.done(body)
      return result
    },
    { refused: () => true }, // reported once for all
  )
  useEffect(() => {
    if (state === 'kept') done.current?.focus()
  }, [state])

  async function keep() {
    setState('keeping')
    let count = 0
    for (const person of people) {
      const result = await act.send(person)
      if (result?.status === 200) count += 1
    }
    if (count < people.length) toastUnexpected()
    setKept(count)
    setState(count > 0 ? 'kept' : 'asked')
    await fetchBook(cache)
  }

  if (state === 'kept')
    return (
      <Panel className="no-print">
        <p ref={done} tabIndex={-1} role="status" className="text-lg font-bold outline-none">
          {t('invoice.keep-done', { count: kept })}
        </p>
        <p className="mt-2">
          <Link to="member-profile-family" className="link touch">
            {t('invoice.keep-see')}
          </Link>
        </p>
      </Panel>
    )
  if (state === 'left' || !book || book.length > 0 || people.length === 0) return null
  return (
    <Panel className="no-print">
      <h2 className="text-2xl">{t('invoice.keep-title')}</h2>
      <p className="text-ink-2">{t('invoice.keep-text')}</p>
      {(['departed', 'living'] as const).map((kind) => {
        const those = people.filter((person) => person.kind === kind)
        if (those.length === 0) return null
        return (
          <div key={kind} className="mt-3">
            <p className={`text-sm font-bold ${kind === 'departed' ? 'text-jade' : 'text-gold-7'}`}>
              {t(kind === 'departed' ? 'common.people-departed' : 'common.people-blessing')}
            </p>
            <ul className="divide-y divide-line">
              {those.map((person) => (
                <li key={calledBy(person)} className="flex flex-wrap items-baseline gap-x-4 py-1.5">
                  <b className="font-names text-xl font-normal">{calledBy(person)}</b>
                  {person.relation && <span className="text-ink-2">{person.relation}</span>}
                </li>
              ))}
            </ul>
          </div>
        )
      })}
      <Button
        kind="primary"
        wide
        icon="heart"
        className="mt-4"
        pending={state === 'keeping'}
        onClick={() => void keep()}
      >
        {t('invoice.keep-do', { count: people.length })}
      </Button>
      {!password && (
        <p className="mt-3 text-sm text-ink-2">
          {t('invoice.no-password')}{' '}
          <Link to="member-forgot-password" className="link inline-block py-1.5">
            {t('invoice.choose-password')}
          </Link>
        </p>
      )}
      <p className="mt-1 text-center">
        <button type="button" className="link touch" onClick={() => setState('left')}>
          {t('invoice.keep-not')}
        </button>
      </p>
    </Panel>
  )
}
