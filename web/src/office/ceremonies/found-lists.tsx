import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, time } from '../../i18n/format.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { findQuery, searchOf } from './ceremony-queries.ts'
import { EntryBadges } from './entry-badges.tsx'
import { DedicatorsLine, NamesLine } from './names-line.tsx'
import { numbered } from './print-text.ts'
import { LunarDate } from '../kit/format/lunar-date.tsx'

/** The lists that contain a name: ceremony, sitting, and progress. Equal texts on one list are pointed out. */
export function FoundLists({ q }: { q: string }) {
  const t = useT()
  const locale = useLocale()
  const query = useInfiniteQuery(findQuery(q))
  return (
    <KeyedList
      query={query}
      lines={8}
      words={{ more: 'ceremonies.find-more' }}
      empty={<EmptyState art="lamp" title={t('office.none-found')} text={t('ceremonies.none-found-text')} />}
    >
      {(lists) => (
        <ul className="space-y-4">
          {lists.map((list) => (
            <li key={list.id} className="card p-5">
              <h2 className="text-xl">
                <Link href={`/ceremonies/${list.id}`} className="link">
                  {list.title[locale]}
                </Link>
              </h2>
              <p className="text-sm text-ink-2">
                {date(locale, list.startsAt)} · <LunarDate>{list.lunar}</LunarDate>
              </p>
              <ul className="mt-3 divide-y divide-line">
                {list.entries.map((entry) => {
                  const sitting = list.sittings[entry.sitting - 1]
                  return (
                    <li key={entry.id} className="flex flex-wrap items-start justify-between gap-3 py-3">
                      <Link
                        href={`/ceremonies/${list.id}${searchOf({ state: 'all', q: numbered(entry.no), sitting: 0, mark: '', sort: 'number', sign: '' })}`}
                        className="block min-w-0 hover:underline"
                      >
                        <span className="text-sm text-ink-2">
                          {[
                            numbered(entry.no),
                            sitting &&
                              t('ceremonies.sitting-at', { no: entry.sitting, time: time(locale, sitting.startsAt) }),
                            sitting?.place[locale],
                            entry.place,
                          ]
                            .filter(Boolean)
                            .join(' · ')}
                        </span>
                        <NamesLine text={entry.text} marks={entry.marks} />
                        <DedicatorsLine text={entry.text} marks={entry.marks} />
                        <span className="text-sm text-ink-2">
                          {[entry.sponsor, entry.order].filter(Boolean).join(' · ')}
                        </span>
                      </Link>
                      <EntryBadges entry={entry} />
                    </li>
                  )
                })}
              </ul>
              {list.more && (
                <Link
                  href={`/ceremonies/${list.id}${searchOf({ state: 'all', q, sitting: 0, mark: '', sort: 'number', sign: '' })}`}
                  className="link touch"
                >
                  {t('ceremonies.find-on-list')}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </KeyedList>
  )
}
