import { useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'
import { Picture } from '../../ui/art/picture.tsx'
import type { EventDetail } from './event.ts'

/** The offering that belongs to the day of the event. */
export function DayOffering({ offering }: { offering: NonNullable<EventDetail['offering']> }) {
  const t = useT()
  return (
    <section
      aria-labelledby="day-offering"
      className="card group relative overflow-hidden transition hover:shadow-lift"
    >
      <div className="aspect-[16/9] overflow-hidden">
        <Picture art={offering.art} photo={offering.photo} eager />
      </div>
      <div className="p-5">
        <p className="text-sm font-semibold text-gold-7">{t('event.offering')}</p>
        <h2 id="day-offering" className="mt-1 text-xl">
          <Link card to="blessing-service-key" params={{ key: offering.key }}>
            {offering.title}
          </Link>
        </h2>
        <p className="mt-1.5 text-ink-2">{offering.summary}</p>
        {offering.state !== 'open' && (
          <p className="mt-3 inline-block rounded-full bg-gold-3 px-3 py-1 text-xs font-bold text-lacquer">
            {t(`common.state-${offering.state}`)}
          </p>
        )}
      </div>
    </section>
  )
}
