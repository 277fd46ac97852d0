import { memo, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useLocale, useT } from '../../../i18n/context.tsx'
import { date } from '../../../i18n/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Initial } from '../../kit/person/initial.tsx'
import { SortableRow } from '../../kit/list/sortable-row.tsx'
import { LanguageState } from '../frame/language-state.tsx'
import { recordPath } from '../../kit/site/record-kinds.ts'
import { titleOf, type Summary } from '../record-queries.ts'
import { BothTitles } from '../../kit/format/both-titles.tsx'

type Props = {
  record: Summary
  list: string
  at: number
  count: number
  /** Absent if the list has no order. */
  onMove?: (from: number, to: number) => void
  /** Absent if records cannot be copied. */
  onCopy?: (record: Summary) => void
  /** An element shown before the titles. */
  look?: ReactNode
  /** Shown instead of the last change. */
  last?: ReactNode
}

/** The grid columns of the list on a wide screen, and of its headings: the last is as wide as its buttons. */
export const recordColumns = (copied: boolean) =>
  copied
    ? 'lg:grid-cols-[minmax(0,1fr)_8.5rem_8.5rem_9.25rem_9rem]'
    : 'lg:grid-cols-[minmax(0,1fr)_8.5rem_11.25rem_9.25rem_5.5rem]'

/**
 * A record in a list: titles, state of both languages, last change, and position. Rows out of view are not laid out,
 * and unchanged rows are not rendered again.
 */
export const RecordRow = memo(function RecordRow({ record, list, at, count, onMove, onCopy, look, last }: Props) {
  const t = useT()
  const locale = useLocale()
  const title = titleOf(record, locale)
  return (
    <SortableRow
      list={list}
      at={at}
      of={count}
      onMove={onMove}
      className={`[contain-intrinsic-size:auto_5.5rem] [content-visibility:auto] flex flex-wrap items-center gap-x-5 gap-y-2 p-4 lg:gap-x-3 hover:bg-gold-1/40 sm:px-5 lg:grid ${recordColumns(!!onCopy)}`}
    >
      {(handle) => (
        <>
          <div
            className={`flex min-w-0 items-center gap-2 max-lg:w-full ${onMove && onCopy ? 'max-lg:pr-36' : 'max-lg:pr-24'}`}
          >
            {handle}
            {look}
            <div className="min-w-0">
              <Link
                href={recordPath(record)}
                className="inline-flex flex-wrap gap-x-3 text-lg font-bold after:absolute after:inset-0 [&>*+*]:font-normal"
              >
                <BothTitles title={record.title} />
                {!record.title.en && !record.title.zh && record.key}
              </Link>
              {record.address && <p className="text-sm text-ink-2 wrap-anywhere">{record.address}</p>}
            </div>
          </div>
          <p className="flex items-center gap-2 max-sm:w-full">
            <span className="max-sm:w-16 text-sm text-ink-2 lg:sr-only">English</span>
            <LanguageState record={record} language="en" />
          </p>
          <p className="flex items-center gap-2 max-sm:w-full">
            <span lang="zh-Hans" className="max-sm:w-16 text-sm text-ink-2 lg:sr-only">
              中文
            </span>
            <LanguageState record={record} language="zh" />
          </p>
          {last ? <p className="text-sm text-ink-2">{last}</p> : <Changed record={record} />}
          {(onMove ?? onCopy) && (
            <div className="relative z-10 flex lg:justify-end max-lg:absolute max-lg:right-2 max-lg:top-2">
              {onCopy && (
                <IconButton icon="copy" label={t('records.copy-of', { title })} onClick={() => onCopy(record)} />
              )}
              {onMove && (
                <>
                  <IconButton
                    icon="up"
                    label={t('records.move-up', { title })}
                    disabled={at === 0}
                    onClick={() => onMove(at, at - 1)}
                  />
                  <IconButton
                    icon="down"
                    label={t('records.move-down', { title })}
                    disabled={at === count - 1}
                    onClick={() => onMove(at, at + 1)}
                  />
                </>
              )}
            </div>
          )}
        </>
      )}
    </SortableRow>
  )
})

/** When it was last changed, and by whom. */
function Changed({ record }: { record: Summary }) {
  const locale = useLocale()
  const { changedAt, changedBy } = record
  return (
    <p className="flex items-center gap-2 text-sm text-ink-2">
      {changedBy?.name && <Initial person={changedBy} />}
      <span className="min-w-0">
        {changedAt && <span className="whitespace-nowrap">{date(locale, changedAt, 'short')}</span>}
        {changedBy?.name && <span className="block wrap-anywhere">{changedBy.name}</span>}
      </span>
    </p>
  )
}
