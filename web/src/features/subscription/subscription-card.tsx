import { SheetView } from '../../ui/sheet-view.tsx'
import { useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RenewButton } from './renew-button.tsx'
import { StateBadge } from './state-badge.tsx'
import { StateSentence } from './state-sentence.tsx'
import { actionOf, type Subscription } from '../../domain/subscription.ts'

/** A subscription in the list: what it is, its state, and the next action. */
export function SubscriptionCard({ of }: { of: Subscription }) {
  const t = useT()
  const action = actionOf(of)
  return (
    <article className="card p-5 transition hover:shadow-lift sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h2 className="text-2xl">
          <Link
            to="member-profile-subscriptions-id"
            params={{ id: of.id }}
            className="inline-flex min-h-11 items-center"
          >
            {of.title}
          </Link>
        </h2>
        <StateBadge state={of.state} />
      </div>
      <p className="text-ink-2">{[of.optionTitle, t(`subscription.term-${of.term}`)].filter(Boolean).join(' · ')}</p>
      {of.place && <p>{t('subscription.place', { place: of.place })}</p>}
      <SheetView sheet={of.sheet} />
      <p className="mt-3 text-lg">
        <StateSentence of={of} />
      </p>
      <p className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        {action && action !== 'renew-early' && <RenewButton of={of} />}
        <Link to="member-profile-subscriptions-id" params={{ id: of.id }} className="link touch gap-1.5">
          {t('subscription.open')}
          <span className="sr-only"> {of.title}</span>
          <Icon name="arrow" size={20} />
        </Link>
      </p>
    </article>
  )
}
