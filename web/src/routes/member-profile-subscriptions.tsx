import { SubscriptionCard } from '../features/subscription/subscription-card.tsx'
import { useT } from '../i18n/context.tsx'
import { Link } from '../site/router/link.tsx'
import { usePage, usePageData } from '../site/router/payload.tsx'
import { TemplePhone } from '../site/router/temple-phone.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** A member's subscriptions, active ones first. */
export default function SubscriptionsPage() {
  const t = useT()
  const { search } = usePage()
  const list = usePageData('member-profile-subscriptions')
  const linkOver = new URLSearchParams(search).get('notice') === 'expired'
  return (
    <div className="wrap pb-8">
      <PageHeading title={t('subscription.list-title')} text={t('subscription.list-text')} />
      {linkOver && (
        <div className="mb-6">
          <Notice kind="warning" role="status" title={t('subscription.link-over-title')}>
            {t('subscription.link-over-text')}
          </Notice>
        </div>
      )}
      {!list && <Skeleton lines={6} card />}
      {list && list.items.length > 0 && (
        <ul className="space-y-5">
          {list.items.map((of) => (
            <li key={of.id}>
              <SubscriptionCard of={of} />
            </li>
          ))}
        </ul>
      )}
      {list && list.items.length === 0 && (
        <EmptyState art="lamp" title={t('subscription.none-title')} text={t('subscription.none-text')}>
          <Link to="blessing-service" className={buttonClass('primary')}>
            {t('common.blessing-service')}
          </Link>
          <p className="w-full">
            <TemplePhone />
          </p>
        </EmptyState>
      )}
    </div>
  )
}
