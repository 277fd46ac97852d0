import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { AuditEntryLine } from './audit-entry.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { auditQuery, auditTotalQuery, exportOf, placeOf, searchOf, type AuditPlace } from './audit-queries.ts'

/** Who did what, when and from where. The filters are in the URL, so that a search can be shared. */
export function AuditPage() {
  const t = useT()
  const locale = useLocale()
  const search = useSearch()
  const place = placeOf(search)
  const [, navigate] = useLocation()
  const go = (to: AuditPlace) => navigate(`/audit${searchOf(to)}`)
  const list = useInfiniteQuery(auditQuery(place, locale))
  const total = useQuery(auditTotalQuery(place)).data
  return (
    <>
      <PageTop title={t('office.area-audit')} text={t('audit.text')} />
      <AuditFilters key={search} place={place} onSearch={go} />
      <KeyedList
        query={list}
        words={{ more: 'audit.older' }}
        top={
          <div className="my-4 flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="text-ink-2">
              {total && t(total.more ? 'audit.total-more' : 'audit.total', { count: total.total })}
            </p>
            <p className="flex flex-wrap gap-2">
              {(['csv', 'xlsx'] as const).map((format) => (
                <a key={format} href={exportOf(place, format, locale)} download className={buttonClass('plain')}>
                  <Icon name="download" size={20} />
                  {t(`audit.export-${format}`)}
                </a>
              ))}
            </p>
          </div>
        }
        empty={<EmptyState art="sutra" title={t('audit.none')} text={t('audit.none-text')} />}
      >
        {(entries) => (
          <ol className="card overflow-hidden">
            {entries.map((entry) => (
              <li key={entry.id} className="border-t border-line first:border-0">
                <AuditEntryLine entry={entry} onOnly={(change) => go({ ...place, ...change })} />
              </li>
            ))}
          </ol>
        )}
      </KeyedList>
    </>
  )
}
