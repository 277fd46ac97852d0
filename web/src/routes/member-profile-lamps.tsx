import { LampCard } from '../features/lamp/lamp-card.tsx'
import { isMemorial, slipNames, type Lamp } from '../features/lamp/lamp.ts'
import { PaperSlip } from '../features/offering/paper-slip.tsx'
import { StateSentence } from '../features/subscription/state-sentence.tsx'
import { useLocale, useT } from '../i18n/context.tsx'
import { date } from '../i18n/format.ts'
import { Link } from '../site/router/link.tsx'
import { usePage, usePageData } from '../site/router/payload.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The positions of everything that a member has paid for. */
export default function LampsPage() {
  const t = useT()
  const data = usePageData('member-profile-lamps')
  const standing = data?.items.filter(({ state }) => state !== 'over') ?? []
  const past = data?.items.filter(({ state }) => state === 'over') ?? []
  return (
    <div className="wrap pb-8">
      <PageHeading title={t('lamp.lamps-title')} text={t('lamp.lamps-text')} />
      {!data && <Skeleton lines={8} card />}
      {data && data.items.length + data.early.length === 0 && (
        <EmptyState art="lamp" title={t('lamp.none-title')} text={t('lamp.none-text')}>
          <Link to="blessing-service" className={buttonClass('primary')}>
            {t('common.blessing-service')}
          </Link>
        </EmptyState>
      )}
      {data && (
        <div className="space-y-10">
          {standing.map((lamp) => (
            <Standing key={`${lamp.id} ${lamp.itemId}`} lamp={lamp} halls={data.halls} />
          ))}
          {data.early.length > 0 && (
            <section aria-labelledby="lamps-early">
              <h2 id="lamps-early" className="text-2xl">
                {t('lamp.early-title')}
              </h2>
              <ul className="mt-3 space-y-3">
                {data.early.map((of) => (
                  <li key={of.id} className="card p-5">
                    <p className="text-lg font-bold">{of.place}</p>
                    <p>{[of.title, of.optionTitle].join(' · ')}</p>
                    <Link to="member-profile-subscriptions-id" params={{ id: of.id }} className="link touch">
                      {t('subscription.open')}
                      <span className="sr-only"> {of.title}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {past.length > 0 && <Past lamps={past} />}
        </div>
      )}
    </div>
  )
}

type Halls = NonNullable<ReturnType<typeof usePageData<'member-profile-lamps'>>>['halls']

function Standing({ lamp, halls }: { lamp: Lamp; halls: Halls }) {
  const t = useT()
  const { site } = usePage()
  return (
    <LampCard
      lamp={lamp}
      hall={halls.find(({ key }) => key === lamp.key)}
      temple={site.templeName}
      says={lamp.running && <StateSentence of={lamp.running} />}
      slip={<PaperSlip {...slipNames(lamp)} option={lamp.optionTitle.zh} memorial={isMemorial(lamp)} hangs />}
      order={
        lamp.invoiceId && (
          <Link to="member-profile-invoices-id" params={{ id: lamp.invoiceId }} className="link touch">
            {t('lamp.open-order')}
            <span className="sr-only"> {lamp.code}</span>
          </Link>
        )
      }
    />
  )
}

function Past({ lamps }: { lamps: readonly Lamp[] }) {
  const t = useT()
  const locale = useLocale()
  return (
    <section aria-labelledby="lamps-past">
      <h2 id="lamps-past" className="text-2xl">
        {t('lamp.past-title')}
      </h2>
      <ul className="mt-3 space-y-3">
        {lamps.map((lamp) => (
          <li
            key={`${lamp.id} ${lamp.itemId}`}
            className="card flex flex-wrap items-baseline justify-between gap-x-6 p-5"
          >
            <p>
              <span className="font-bold">{lamp.code}</span> {lamp.title[locale]} · {lamp.optionTitle[locale]}
            </p>
            {lamp.until && <p className="text-ink-2">{t('lamp.over', { date: date(locale, lamp.until, 'short') })}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
