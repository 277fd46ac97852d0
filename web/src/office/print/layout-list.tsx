import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { keyFor } from '../../i18n/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { kinds, type Layout } from './layout-queries.ts'

/** The temple's layouts, by kind. */
export function LayoutList({ items }: { items: readonly Layout[] }) {
  const t = useT()
  return (
    <div className="space-y-7">
      {kinds.map((kind) => (
        <section key={kind} aria-labelledby={`layouts-${kind}`}>
          <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6">
            <h2 id={`layouts-${kind}`} className="text-xl">
              {t(keyFor('print.kind-', kind))}
            </h2>
            <Link href={`/print/new?kind=${kind}`} className="link touch gap-1.5">
              <Icon name="plus" size={18} />
              {t(keyFor('office.new-', kind))}
            </Link>
          </div>
          <ul className="space-y-3">
            {items
              .filter((row) => row.kind === kind)
              .map((row) => (
                <LayoutRow key={row.key} row={row} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function LayoutRow({ row }: { row: Layout }) {
  const t = useT()
  const locale = useLocale()
  return (
    <li className="card relative flex flex-wrap items-center gap-x-8 gap-y-2 p-5 transition hover:bg-gold-1 has-focus-visible:bg-gold-1">
      <div className="min-w-0 flex-1 basis-72">
        <Link
          href={`/print/${row.key}`}
          className="block wrap-anywhere text-lg font-bold after:absolute after:inset-0 focus-visible:outline-offset-[-3px]"
        >
          {row.name}
        </Link>
        <p className="text-ink-2">{t(keyFor('print.sheet-', row.sheet))}</p>
      </div>
      <div className="text-right max-sm:text-left">
        <Badge tone="wait">{t(keyFor('print.ground-', row.params.ground))}</Badge>
        <p className="mt-1 text-sm text-ink-2">
          {row.version === 1 && !row.changedBy
            ? t('print.as-delivered')
            : t('print.changed', { version: row.version, name: row.changedBy, at: dateTime(locale, row.changedAt) })}
        </p>
      </div>
    </li>
  )
}
