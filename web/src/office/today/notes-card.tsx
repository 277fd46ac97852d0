import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, money } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Card } from '../kit/layout/card.tsx'
import type { Today } from './today-queries.ts'

/** Notes for users who take money: upcoming price changes, and what only the counter sells. */
export function NotesCard({ notes, areas }: { notes: Today['notes']; areas: readonly string[] }) {
  const t = useT()
  const locale = useLocale()
  return (
    <Card title={t('today.notes')}>
      <ul className="divide-y divide-line">
        {notes.map(({ what, record, title, at, price, before, renewals, left }) => (
          <li key={`${what} ${record} ${title.en} ${at}`} className="flex gap-3 py-3">
            <Icon name={what === 'price' ? 'tag' : 'lamp'} className="mt-0.5 shrink-0 text-ink-2" />
            <div className="min-w-0 grow break-words">
              <p>
                <strong>{title[locale]}</strong>{' '}
                {what === 'counter-only'
                  ? left > 0
                    ? t('today.note-counter', { count: left })
                    : t('today.note-counter-none')
                  : t('today.note-price', { day: at ? date(locale, at, 'short') : '', price: money(price ?? 0) })}
              </p>
              {what === 'price' && (
                <p className="text-ink-2">
                  {[
                    before ? t('today.note-before', { before: money(before) }) : '',
                    renewals ? t('today.note-renewals', { count: renewals }) : '',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              )}
            </div>
            {what === 'price' && areas.includes('prices') && (
              <Link
                href={`/prices/${record}`}
                className="link self-start"
                aria-label={t('today.note-see-label', { title: title[locale] })}
              >
                {t('office.view')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
