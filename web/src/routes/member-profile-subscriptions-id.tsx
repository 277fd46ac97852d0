import type { ReactNode } from 'react'
import { About } from '../features/subscription/about.tsx'
import { Cancel } from '../features/subscription/cancel.tsx'
import { RenewButton } from '../features/subscription/renew-button.tsx'
import { StateBadge } from '../features/subscription/state-badge.tsx'
import { StateSentence } from '../features/subscription/state-sentence.tsx'
import { status, type SubscriptionDetail } from '../domain/subscription.ts'
import { Terms } from '../features/subscription/terms.tsx'
import { useT } from '../i18n/context.tsx'
import { Link } from '../site/router/link.tsx'
import { usePage, usePageData } from '../site/router/payload.tsx'
import { TemplePhone } from '../site/router/temple-phone.tsx'
import { useOnReturn } from '../lib/use-on-return.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { NextNames } from '../features/subscription/next-names.tsx'

/** A subscription: state, names of the next term, earlier terms, and cancelling. */
export default function SubscriptionPage() {
  const t = useT()
  const of = usePageData('member-profile-subscriptions-id')
  return (
    <div className="wrap pb-8">
      <PageHeading
        eyebrow={of && [of.optionTitle, t(`subscription.term-${of.term}`)].filter(Boolean).join(' · ')}
        title={of?.title ?? t('subscription.title')}
      />
      {of ? <SubscriptionDetails of={of} /> : <Skeleton lines={6} card />}
    </div>
  )
}

function SubscriptionDetails({ of }: { of: SubscriptionDetail }) {
  const t = useT()
  const { reload } = usePage()
  // The office may have booked the payment meanwhile.
  useOnReturn(() => void reload().catch(() => {}))
  const active = of.status === status.active
  return (
    <>
      <div className="grid gap-6 lg:grid-cols-[1fr_22rem] lg:items-start">
        <div className="min-w-0 space-y-6">
          <Panel className="space-y-4" aria-label={t('common.field.status')}>
            <p>
              <StateBadge state={of.state} />
            </p>
            <p className="text-xl">
              <StateSentence of={of} />
            </p>
            {of.place && <p>{t('subscription.place', { place: of.place })}</p>}
            <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <RenewButton of={of} />
              {!active && of.offeringKey && (
                <Link to="blessing-service-key" params={{ key: of.offeringKey }} className={buttonClass('plain')}>
                  {t('subscription.book-again')}
                </Link>
              )}
              <TemplePhone />
            </p>
          </Panel>
          {active && of.formDefinition && <NextNames of={of} definition={of.formDefinition} onSaved={reload} />}
          <Card id="terms" title={t('subscription.terms-title')}>
            <Terms terms={of.terms} />
          </Card>
        </div>
        <div className="space-y-6">
          <Card id="about" title={t('subscription.about-title')}>
            <About of={of} />
          </Card>
          {active && (
            <Card id="cancel" title={t('subscription.cancel')}>
              <Cancel of={of} />
            </Card>
          )}
        </div>
      </div>
      <p className="mt-8">
        <Link to="member-profile-subscriptions" className="link touch">
          {t('subscription.back')}
        </Link>
      </p>
    </>
  )
}

function Card(props: { id: string; title: string; children: ReactNode }) {
  return (
    <Panel aria-labelledby={`${props.id}-heading`}>
      <h2 id={`${props.id}-heading`} className="mb-4 text-xl">
        {props.title}
      </h2>
      {props.children}
    </Panel>
  )
}
