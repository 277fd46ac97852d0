import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, dateTime, money } from '../../i18n/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Card } from '../kit/layout/card.tsx'
import { recordPath } from '../kit/site/record-kinds.ts'
import type { Today } from './today-queries.ts'

const icons: Record<Today['coming'][number]['what'], IconName> = {
  schedule: 'clock',
  price: 'lamp',
  closes: 'lamp',
  banner: 'banner',
}

/** Scheduled events, soonest first. */
export function Coming({ coming }: { coming: Today['coming'] }) {
  const t = useT()
  const locale = useLocale()
  return (
    <Card title={t('today.coming')}>
      <ul className="divide-y divide-line">
        {coming.map((one) => (
          <li key={`${one.what} ${one.at} ${one.title[locale]}`} className="flex gap-3 py-3">
            <Icon name={icons[one.what]} className="mt-0.5 shrink-0 text-ink-2" />
            <p>
              <strong>{one.what === 'price' ? date(locale, one.at) : dateTime(locale, one.at)}</strong>{' '}
              {one.what === 'price' ? (
                t(one.before ? 'today.price-change' : 'today.price', {
                  title: one.title[locale],
                  before: money(one.before ?? 0),
                  price: money(one.price ?? 0),
                })
              ) : (
                <Link href={recordPath({ kind: one.kind ?? '', id: one.record ?? '' })} className="link">
                  {t(`today.${one.what}`, {
                    title: one.title[locale] || one.title.en || one.title.zh,
                  })}
                </Link>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
