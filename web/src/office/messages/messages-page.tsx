import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import { api, type Value } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { PageTop } from '../kit/page-top.tsx'
import { SearchBox } from '../kit/search-box.tsx'
import { valueOf } from '../kit/session-gate.ts'

type Message = Value<'/api/admin/form-entry', 'get'>['items'][number]
type Place = { q: string; page: number }

const pageSize = 20

/** What visitors wrote to the temple, to be read and searched. */
export function MessagesPage() {
  const t = useT()
  const locale = useLocale()
  const search = new URLSearchParams(useSearch())
  const place: Place = { q: search.get('q') ?? '', page: Math.max(1, Math.trunc(Number(search.get('page'))) || 1) }
  const [, navigate] = useLocation()
  const go = ({ q, page }: Place) =>
    navigate(`/messages?${new URLSearchParams({ ...(q && { q }), ...(page > 1 && { page: String(page) }) })}`)
  const list = useQuery({
    queryKey: ['messages', place.q, place.page, locale],
    queryFn: () =>
      valueOf(() =>
        api.get('/api/admin/form-entry', { query: { q: place.q || undefined, page: place.page, pageSize } }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  const pages = Math.max(1, Math.ceil((list.data?.total ?? 0) / pageSize))
  return (
    <>
      <PageTop title={t('office.area-messages')} text={t('office.messages-text')} />
      <SearchBox
        label={t('office.messages-search')}
        value={place.q}
        onSearch={(q) => go({ q, page: 1 })}
        className="mb-4 max-w-xl"
      />
      <Loaded query={list}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState art="sutra" title={t(place.q ? 'office.none-found' : 'office.messages-none')} />
          ) : (
            <ul className="space-y-4">
              {items.map((message) => (
                <li key={message.id}>
                  <MessageCard message={message} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {pages > 1 && (
        <nav aria-label={t('invoice.pages')} className="mt-5 flex flex-wrap items-center justify-between gap-3">
          <Button disabled={place.page <= 1} onClick={() => go({ ...place, page: place.page - 1 })}>
            {t('office.page-back')}
          </Button>
          <p>{t('invoice.page', { page: place.page, pages })}</p>
          <Button disabled={place.page >= pages} onClick={() => go({ ...place, page: place.page + 1 })}>
            {t('office.page-on')}
          </Button>
        </nav>
      )}
    </>
  )
}

/** One message. Everything in it is a stranger's words, shown as text. */
function MessageCard({ message }: { message: Message }) {
  const locale = useLocale()
  return (
    <Panel as="article" size="s" aria-labelledby={`message-${message.id}`}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={`message-${message.id}`} className="font-mono text-lg tracking-wider">
          {message.reference}
        </h2>
        <p className="text-sm text-ink-2">{dateTime(locale, message.createdAt)}</p>
      </header>
      {message.subject && <p className="mt-1 font-semibold">{message.subject}</p>}
      <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
        {message.lines.map((line) => (
          <div key={line.field} className="contents">
            <dt className="text-sm font-semibold text-ink-2">{line.label}</dt>
            <dd className="font-names wrap-anywhere whitespace-pre-line">{line.value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
