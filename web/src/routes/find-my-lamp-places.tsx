import { LampCard } from '../features/lamp/lamp-card.tsx'
import { isMemorial, slipNames, type StandingLamp } from '../features/lamp/lamp.ts'
import { PaperSlip } from '../features/offering/paper-slip.tsx'
import { useLocale, useT } from '../i18n/context.tsx'
import { date } from '../i18n/format.ts'
import { Link } from '../site/router/link.tsx'
import { usePage, usePageData } from '../site/router/payload.tsx'
import { TemplePhone } from '../site/router/temple-phone.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The target of a link sent by SMS: all lamps of its phone number. */
export default function FoundLampsPage() {
  const t = useT()
  const data = usePageData('find-my-lamp-places')
  const { site } = usePage()
  return (
    <div className="wrap pb-8">
      <PageHeading title={t('lamp.found-title')} text={t('lamp.found-text')} />
      {!data && <Skeleton lines={8} card />}
      {data && data.items.length + data.early.length === 0 && (
        <EmptyState art="lamp" title={t('lamp.found-none-title')} text={t('lamp.found-none-text')}>
          <Link to="find-my-lamp" className={buttonClass('plain')}>
            {t('lamp.find-again')}
          </Link>
        </EmptyState>
      )}
      {data && (
        <div className="space-y-10">
          {data.items.map((lamp: StandingLamp) => (
            <LampCard
              key={lamp.id}
              lamp={lamp}
              hall={data.halls.find(({ key }) => key === lamp.key)}
              temple={site.templeName}
              slip={<PaperSlip {...slipNames(lamp)} option={lamp.optionTitle.zh} memorial={isMemorial(lamp)} hangs />}
            />
          ))}
          {data.early.length > 0 && <Early lamps={data.early} />}
          <p>
            <TemplePhone />
          </p>
        </div>
      )}
    </div>
  )
}

type EarlyLamps = NonNullable<ReturnType<typeof usePageData<'find-my-lamp-places'>>>['early']

function Early({ lamps }: { lamps: EarlyLamps }) {
  const t = useT()
  const locale = useLocale()
  return (
    <section aria-labelledby="lamps-early">
      <h2 id="lamps-early" className="text-2xl">
        {t('lamp.early-title')}
      </h2>
      <p className="mt-2 text-ink-2">{t('lamp.early-help')}</p>
      <ul className="mt-3 space-y-3">
        {lamps.map((lamp) => (
          <li key={`${lamp.place} ${lamp.optionTitle} ${lamp.until}`} className="card p-5">
            <p className="text-lg font-bold">{lamp.place}</p>
            <p>{[lamp.title, lamp.optionTitle].join(' · ')}</p>
            <p className="text-ink-2">{t('lamp.early-until', { date: date(locale, lamp.until, 'short') })}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
