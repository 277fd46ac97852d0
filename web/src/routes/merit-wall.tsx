import { useState } from 'react'
import { api } from '../api/client.ts'
import { useLocale, useT } from '../i18n/context.tsx'
import { date } from '../i18n/format.ts'
import { Link } from '../site/router/link.tsx'
import { usePageData, type PageData } from '../site/router/payload.tsx'
import { TemplePhone } from '../site/router/temple-phone.tsx'
import { useAct } from '../forms/use-act.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

type Wall = PageData['merit-wall']['walls'][number]

/** The names of givers who agreed, grouped by offering. */
export default function MeritWallPage() {
  const t = useT()
  const page = usePageData('merit-wall')
  if (!page) return null
  return (
    <div className="wrap">
      <PageHeading title={t('common.wall-title')} text={t('wall.text')} />
      {page.walls.length === 0 && (
        <EmptyState art="lotus" title={t('wall.none-title')} text={t('wall.none-text')}>
          <TemplePhone />
        </EmptyState>
      )}
      <div className="space-y-8">
        {page.walls.map((wall) => (
          // A change on the wall resets the list: loaded names may have been removed.
          <Names key={`${wall.key} ${wall.named} ${wall.names[0] ?? ''} ${wall.next ?? ''}`} wall={wall} />
        ))}
      </div>
      {page.walls.length > 0 && (
        <p className="mt-8 flex flex-wrap items-center gap-x-5 text-ink-2">
          {t('wall.take-off')}
          <Link to="member-profile-invoices" className="link touch">
            {t('common.invoices')}
          </Link>
          <TemplePhone />
        </p>
      )}
    </div>
  )
}

function Names({ wall }: { wall: Wall }) {
  const t = useT()
  const locale = useLocale()
  const [more, setMore] = useState<{ names: string[]; next?: string; failed?: boolean }>({ names: [], next: wall.next })
  const fetching = useAct(
    (after: string) => api.get('/api/merit-wall/{key}', { params: { key: wall.key }, query: { after } }),
    {
      done: ({ names, next }) => setMore({ names: [...more.names, ...names], next }),
      refused: (result) => {
        setMore({ ...more, failed: true })
        return result !== null
      },
    },
  )
  const names = [...wall.names, ...more.names]
  return (
    <section className="card p-5 sm:p-8" aria-labelledby={`wall-${wall.key}`}>
      <h2 id={`wall-${wall.key}`} className="text-2xl">
        {wall.title}
      </h2>
      <p className="text-ink-2">
        {wall.named > most ? t('wall.names-many', { count: most }) : t('wall.names', { count: wall.named })}
        {' · '}
        {t('wall.until', { date: date(locale, wall.until) })}
      </p>
      {names.length === 0 && <p className="mt-4 text-lg">{t('wall.none')}</p>}
      <ul className="mt-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {names.map((name, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- givers may share a name, and rows do not move
          <li key={i} className="font-names text-lg" lang={/\p{Script=Han}/u.test(name) ? 'zh-Hans' : undefined}>
            {name}
          </li>
        ))}
      </ul>
      {wall.unnamed > 0 && (
        <p className="mt-4 text-lg text-ink-2">
          {wall.unnamed > most ? t('wall.unnamed-many', { count: most }) : t('wall.unnamed', { count: wall.unnamed })}
        </p>
      )}
      {more.next && (
        <p className="mt-4 noscript:hidden">
          <Button pending={fetching.pending} onClick={() => void fetching.send(more.next ?? '')}>
            {t('wall.more')}
          </Button>
        </p>
      )}
      <p role="status" className="text-cinnabar">
        {more.failed && t('wall.more-failed')}
      </p>
      <p className="mt-4">
        <Link to="blessing-service-key" params={{ key: wall.key }} className="link touch">
          {t('wall.to-offering')}
        </Link>
      </p>
    </section>
  )
}

/** Counting stops above this number. */
const most = 10_000
