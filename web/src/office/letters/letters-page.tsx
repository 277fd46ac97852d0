import { useInfiniteQuery } from '@tanstack/react-query'
import { api, type Value } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { toast } from '../../ui/toast-store.ts'
import { keyedQuery } from '../kit/list/keyed-queries.ts'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { PhoneLinks } from '../kit/person/phone-links.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { ActState } from '../kit/act/act-state.tsx'

type Letter = NonNullable<Value<'/api/admin/letter', 'get'>['items']>[number]

/** E-mails and SMS that failed so far, or finally: each shows the reason, and can be sent again. */
export function LettersPage() {
  const t = useT()
  const list = useInfiniteQuery({ ...keyedQuery('/api/admin/letter', {}, 'letters'), refetchInterval: 60_000 })
  return (
    <>
      <PageTop title={t('office.area-letters')} text={t('letters.text')} />
      <KeyedList
        query={list}
        count={list.data?.pages[0]}
        empty={<EmptyState art="bell" title={t('letters.none')} text={t('letters.none-text')} />}
      >
        {(rows) => (
          <ul className="space-y-3">
            {rows.map((letter) => (
              <Row key={letter.id} letter={letter} />
            ))}
          </ul>
        )}
      </KeyedList>
    </>
  )
}

function Row({ letter }: { letter: Letter }) {
  const t = useT()
  const locale = useLocale()
  const again = useActOnce(
    ({ id }: { id: string }, idempotencyKey) =>
      api.post('/api/admin/letter/{id}/again', { params: { id }, idempotencyKey }),
    {
      done: () => toast({ text: 'office.letter-sent', type: 'success' }),
      refused: ({ status }) => status === 404 && toast({ text: 'letters.gone' }) > 0,
    },
    'letters',
  )
  const about = `letter-${letter.id}`
  return (
    <li className="card flex flex-wrap items-center gap-x-6 gap-y-3 p-5">
      <div className="min-w-0 flex-1 basis-72 break-words" id={about}>
        <p className="text-lg font-bold">{letter.subject || letter.kind}</p>
        <p>
          {letter.name && <>{letter.name} · </>}
          {letter.kind === 'sms' && letter.links ? <PhoneLinks links={letter.links} /> : letter.to}
        </p>
        {letter.kind === 'mail' && <PhoneLinks links={letter.links} />}
        <p className={letter.dead ? 'font-semibold text-cinnabar' : 'text-ink-2'}>
          {letter.nextAt
            ? t('letters.waits', { count: letter.tries, when: dateTime(locale, letter.nextAt) })
            : t('letters.dead', { count: letter.tries })}
        </p>
        {letter.why && <p>{t(`office.letter-why-${letter.why}`)}</p>}
        <details className="mt-1 text-sm text-ink-2">
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{t('office.letter-problem')}</summary>
          <p lang="en">{letter.error}</p>
          <p>{dateTime(locale, letter.createdAt)}</p>
        </details>
        <ActState act={again} />
      </div>
      <Button onClick={() => void again.send({ id: letter.id })} pending={again.pending} aria-describedby={about}>
        {t('office.letter-again')}
      </Button>
    </li>
  )
}
