import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { keyFor } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { Card } from '../kit/layout/card.tsx'
import { recordPath } from '../kit/site/record-kinds.ts'
import type { Today } from './today-queries.ts'

/** Recent actions of colleagues, newest first. */
export function OthersDid({ did }: { did: Today['did'] }) {
  const t = useT()
  const locale = useLocale()
  return (
    <Card title={t('today.did')}>
      <ul className="divide-y divide-line">
        {did.map((one) => {
          const title = one.title[locale] || one.title.en || one.title.zh
          const sentence = t(keyFor('today.did-', one.action), { by: one.by, title, count: one.count })
          return (
            <li key={`${one.action} ${one.at} ${one.by}`} className="flex gap-3 py-3">
              <Icon name="history" className="mt-0.5 shrink-0 text-ink-2" />
              <div className="min-w-0 grow">
                <p>{sentence}</p>
                <p className="text-sm text-ink-2">{dateTime(locale, one.at)}</p>
              </div>
              {one.record && (
                <Link
                  href={recordPath({ kind: one.kind ?? '', id: one.record })}
                  className="link self-start"
                  aria-label={t('today.did-see-label', { title })}
                >
                  {t('today.did-see')}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
