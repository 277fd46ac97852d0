import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { recordPath } from '../kit/site/record-kinds.ts'
import type { Today } from './today-queries.ts'

/** A request by a colleague to write a missing translation. */
export function AskedCard({ asked, first }: { asked: Today['asked'][number]; first: boolean }) {
  const t = useT()
  const locale = useLocale()
  const title = asked.title[locale] || asked.title.en || asked.title.zh
  return (
    <li className="card flex flex-wrap items-center gap-x-5 gap-y-3 p-4 sm:p-5">
      <span
        className={`grid size-14 shrink-0 place-items-center rounded-2xl ${first ? 'bg-cinnabar-1 text-cinnabar' : 'bg-gold-1 text-gold-7'}`}
      >
        <Icon name="edit" />
      </span>
      <div className="min-w-0 grow basis-56">
        <h2 className="font-sans text-lg font-bold">{t(`today.asked-${asked.language}`, { by: asked.by, title })}</h2>
        <p className="text-ink-2">{t('today.asked-text', { at: dateTime(locale, asked.at) })}</p>
      </div>
      <Link
        href={recordPath({ kind: asked.kind, id: asked.record })}
        className={buttonClass(first ? 'primary' : 'plain')}
        aria-label={t('today.asked-go-label', { title })}
      >
        {t('today.asked-go')}
      </Link>
    </li>
  )
}
