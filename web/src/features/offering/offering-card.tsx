import type { OfferingSummary } from '../../domain/offering.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Link } from '../../site/router/link.tsx'
import { Picture } from '../../ui/art/picture.tsx'

/** Picture, name, summary and price; the whole card is a link. */
export function OfferingCard(props: { offering: OfferingSummary; eager?: boolean; inRow?: 1 | 2 | 3 | 4 }) {
  const t = useT()
  const locale = useLocale()
  const { offering } = props
  const lying = (props.inRow ?? 4) < 3
  return (
    <article
      className={`card group relative flex h-full flex-row overflow-hidden transition hover:-translate-y-1 hover:shadow-lift sm:flex-col ${lying ? 'lg:flex-row' : ''}`}
    >
      <div
        className={`relative w-[36%] shrink-0 overflow-hidden sm:aspect-[4/3.3] sm:w-auto ${lying ? 'lg:aspect-auto lg:min-h-60 lg:w-[44%]' : props.inRow === 3 ? 'lg:aspect-[16/10]' : ''}`}
      >
        <div className="absolute inset-0 transition duration-500 group-hover:scale-105">
          <Picture art={offering.art} photo={offering.photo} eager={props.eager} />
        </div>
      </div>
      <div className="flex min-w-0 grow flex-col p-4 sm:p-5">
        <h3 className="text-[min(1.3125rem,5.6vw)]">
          <Link card to="blessing-service-key" params={{ key: offering.key }}>
            {offering.title}
          </Link>
        </h3>
        {locale === 'en' && (
          <p className="mt-0.5 font-kai text-lg font-bold text-gold-7" lang="zh-Hans">
            {offering.chineseTitle}
          </p>
        )}
        <p className="mt-2 text-sm leading-relaxed text-ink-2 sm:text-base">{offering.summary}</p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pt-3">
          <FromPrice cents={offering.fromPrice} />
          {offering.state !== 'open' && (
            <span className="rounded-full bg-gold-3 px-3 py-1 text-xs font-bold text-lacquer">
              {t(`common.state-${offering.state}`)}
            </span>
          )}
        </div>
      </div>
    </article>
  )
}

/** "From S$38" with a large amount, wherever the language puts it. */
function FromPrice(props: { cents: number }) {
  const t = useT()
  if (props.cents === 0) return <p className="font-semibold text-ink-2">{t('common.by-enquiry')}</p>
  const [before, after] = t('common.from-price', { price: '\n' }).split('\n')
  return (
    <p className="font-bold">
      {before && <span className="text-sm font-semibold text-ink-2">{before}</span>}
      <span className="text-xl">{money(props.cents, true)}</span>
      {after && <span className="text-sm font-semibold text-ink-2"> {after}</span>}
    </p>
  )
}
