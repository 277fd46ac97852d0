import { useT } from '../../i18n/context.tsx'
import { phone } from '../../i18n/format.ts'
import { useSession } from '../../site/session/session.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Who pays, as the account has it: the receipt is made out to this name and goes to this address. */
export function Contact() {
  const t = useT()
  const { user } = useSession()
  if (!user) return <Skeleton lines={2} card />
  const rows = [
    ['name', [user.chineseName, user.name].filter(Boolean).join(' ')],
    ['mobile', user.mobile && phone(user.mobile)],
    ['email', user.emailConfirmed && user.email],
  ] as const
  return (
    <div className="card p-5 sm:p-6">
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-[max-content_minmax(0,1fr)]">
        {rows
          .filter(([, value]) => value)
          .map(([key, value]) => (
            <div key={key} className="contents">
              <dt className="text-ink-2">{t(`checkout.contact-${key}`)}</dt>
              <dd className="text-lg font-semibold max-sm:-mt-3">{value}</dd>
            </div>
          ))}
      </dl>
      <p className="mt-4 text-sm text-ink-2">
        {t(user.emailConfirmed ? 'checkout.contact-by-mail' : 'checkout.contact-by-sms')}{' '}
        {user.email && !user.emailConfirmed && t('checkout.contact-unconfirmed', { email: user.email })}
      </p>
    </div>
  )
}
