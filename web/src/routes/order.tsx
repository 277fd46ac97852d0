import { OrderLines } from '../features/invoice/order-lines.tsx'
import { StatusBadge } from '../features/invoice/status-badge.tsx'
import { LampCard } from '../features/lamp/lamp-card.tsx'
import { isMemorial, slipNames, type StandingLamp } from '../features/lamp/lamp.ts'
import { PaperSlip } from '../features/offering/paper-slip.tsx'
import { useT } from '../i18n/context.tsx'
import { usePage, usePageData } from '../site/router/payload.tsx'
import { TemplePhone } from '../site/router/temple-phone.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The target of the link in an order's e-mail, without an account: progress and lamp positions. */
export default function OrderPage() {
  const t = useT()
  const data = usePageData('order')
  const { site } = usePage()
  return (
    <div className="wrap pb-8">
      <PageHeading title={t('place.order-title')} text={t('place.order-text')} />
      {!data && <Skeleton lines={8} card />}
      {data && (
        <div className="space-y-8">
          <Panel as="section" size="l">
            <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
              <h2 className="text-xl">{t('place.order-number', { number: data.number })}</h2>
              <StatusBadge status={data.status} />
            </div>
            <OrderLines items={data.items} />
          </Panel>
          {data.lamps.length > 0 && (
            <section aria-labelledby="order-lamps" className="space-y-5">
              <h2 id="order-lamps" className="text-2xl">
                {t('place.order-lamps')}
              </h2>
              {data.lamps.map((lamp: StandingLamp) => (
                <LampCard
                  key={lamp.id}
                  lamp={lamp}
                  hall={data.halls.find(({ key }) => key === lamp.key)}
                  temple={site.templeName}
                  slip={
                    <PaperSlip {...slipNames(lamp)} option={lamp.optionTitle.zh} memorial={isMemorial(lamp)} hangs />
                  }
                />
              ))}
            </section>
          )}
          <p>
            {t('place.order-names')} <TemplePhone />
          </p>
        </div>
      )}
    </div>
  )
}
