import { useT } from '../../i18n/context.tsx'
import { phone } from '../../i18n/format.ts'
import { useSession } from '../../site/session/session.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Facts } from '../../ui/facts.tsx'

/** The payer's contact data from the account: the receipt has this name and is sent to this address. */
export function Contact() {
  const t = useT()
  const { user } = useSession()
  if (!user) return <Skeleton lines={2} card />
  const rows = [
    [t('checkout.contact-name'), [user.chineseName, user.name].filter(Boolean).join(' ')],
    [t('checkout.contact-mobile'), user.mobile && phone(user.mobile)],
    [t('common.field.email'), user.emailConfirmed && user.email],
  ] as const
  return (
    <div className="card p-5 sm:p-6">
      <Facts
        rows={rows}
        className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-[max-content_minmax(0,1fr)]"
        row="contents"
        term="text-ink-2"
        value="text-lg font-semibold max-sm:-mt-3"
      />
      <p className="mt-4 text-sm text-ink-2">
        {t(user.emailConfirmed ? 'checkout.contact-by-mail' : 'checkout.contact-by-sms')}{' '}
        {user.email && !user.emailConfirmed && t('checkout.contact-unconfirmed', { email: user.email })}
      </p>
    </div>
  )
}
