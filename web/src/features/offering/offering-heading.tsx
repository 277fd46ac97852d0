import { keyFor } from '../../i18n/messages.ts'
import type { ReactNode } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { Picture } from '../../ui/art/picture.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { OfferingDetail } from '../../domain/offering.ts'

/** Picture, names, summary and key facts of an offering. */
export function OfferingHeading({ offering }: { offering: OfferingDetail }) {
  const t = useT()
  const locale = useLocale()
  const left = offering.options.every((option) => option.remaining !== undefined)
    ? offering.options.reduce((sum, option) => sum + (option.remaining ?? 0), 0)
    : undefined
  const open = offering.state === 'open'
  const sold = open && !offering.enquiryOnly
  return (
    <div className="grid gap-6 md:grid-cols-[17rem_1fr] md:items-center md:gap-9">
      <div className="aspect-[16/10] overflow-hidden rounded-[24px] shadow-card md:aspect-square">
        <Picture art={offering.art} photo={offering.photo} described eager />
      </div>
      <div className="min-w-0">
        <p className="font-kai text-2xl font-bold text-gold-7" lang={locale === 'en' ? 'zh-Hans' : undefined}>
          {locale === 'en' ? offering.chineseTitle : offering.category.title}
        </p>
        <h1 className="mt-1">{offering.title}</h1>
        <p className="mt-4 text-lg text-ink-2">{offering.summary}</p>
        <ul className="mt-4 flex flex-wrap gap-2 text-sm font-semibold">
          {open && offering.enquiryOnly && <Chip>{t('offering.enquiry-chip')}</Chip>}
          {open && offering.closesAt && (
            <Chip>{t('offering.closes', { date: date(locale, offering.closesAt, 'short') })}</Chip>
          )}
          {sold && left !== undefined && left > 0 && <Chip>{t('offering.left', { count: left })}</Chip>}
          {sold && !offering.closesAt && <Chip>{t('offering.open-all-year')}</Chip>}
          {!open && (
            <li className="rounded-full bg-gold-3 px-3 py-1.5 text-lacquer">
              {t(keyFor('common.state-', offering.state))}
            </li>
          )}
        </ul>
      </div>
    </div>
  )
}

function Chip(props: { children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5 rounded-full bg-jade-1 px-3 py-1.5 text-jade">
      <Icon name="check" size={18} />
      {props.children}
    </li>
  )
}
