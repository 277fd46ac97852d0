import { useState } from 'react'
import type { components } from '../../api/schema'
import { useT } from '../../i18n/context.tsx'
import { phone } from '../../i18n/format.ts'
import { useHref } from '../../page/href.ts'
import { Link } from '../../page/link.tsx'
import { useNavigate } from '../../page/navigation.ts'
import { usePage } from '../../page/payload.tsx'
import { useSession } from '../../page/session.tsx'
import { Button } from '../../ui/button.tsx'
import { EmailConfirmation } from './email-confirmation.tsx'
import { MemberRecord } from './member-record.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toastUnexpected } from '../../page/use-api.ts'
import { toast } from '../../ui/toast-store.ts'

type Answer = components['schemas']['AccountIdentity']

/** The page's data. `member` is null for staff without a member record. */
export type Identity = Pick<Answer, 'user'> & { member: Answer['member'] | null }

/** What the temple knows of the person, the way to the orders, and the way out. */
export function Profile({ user, member }: Identity) {
  const t = useT()
  const { search } = usePage()
  const notice = new URLSearchParams(search).get('notice')
  return (
    <div className="grid gap-6 lg:grid-cols-[1fr_22rem] lg:items-start">
      <div className="space-y-6">
        {user.email && !user.emailConfirmed && <EmailConfirmation email={user.email} expired={notice === 'expired'} />}
        {notice === 'expired' && (user.emailConfirmed || !user.email) && (
          <Notice kind="warning" title={t('member.expired-title')}>
            {t(user.emailConfirmed ? 'member.confirmed-already' : 'member.expired-profile')}
          </Notice>
        )}
        {!member && notice === 'member-needed' && (
          <Notice kind="warning" title={t('member.member-needed')}>
            {t('member.member-needed-text')}
          </Notice>
        )}
        {!member && <MemberRecord name={user.name} chineseName={user.chineseName ?? ''} />}
        <Details user={user} />
      </div>
      <div className="space-y-4">
        {member && (
          <Link to="member-profile-invoices" className="card flex items-center gap-4 p-5 transition hover:shadow-lift">
            <span className="grid h-14 w-14 shrink-0 place-items-center rounded-2xl bg-cinnabar-1 text-cinnabar">
              <Icon name="receipt" size={30} />
            </span>
            <span>
              <span className="block text-lg font-bold">{t('common.invoices')}</span>
              <span className="block text-sm text-ink-2">{t('member.invoices-text')}</span>
            </span>
          </Link>
        )}
        {user.roles && user.roles.length > 0 && (
          <a
            href="/admin"
            data-reload
            className="card flex items-center gap-4 p-5 font-bold transition hover:shadow-lift"
          >
            <Icon name="home" size={30} className="text-cinnabar" />
            {t('member.to-office')}
          </a>
        )}
        <Logout />
      </div>
    </div>
  )
}

function Details({ user }: Pick<Identity, 'user'>) {
  const t = useT()
  const rows = [
    ['name', user.name],
    ['chinese-name', user.chineseName],
    ['mobile', user.mobile && phone(user.mobile)],
    ['email', user.email],
    ['language', user.locale && t(`member.language-${user.locale}`)],
  ] as const
  const open = { mobile: user.mobile && !user.mobileVerified, email: user.email && !user.emailConfirmed }
  return (
    <section aria-labelledby="details-heading" className="card p-5 sm:p-7">
      <h2 id="details-heading" className="mb-4 text-2xl">
        {t('member.details-title')}
      </h2>
      <dl className="divide-y divide-line">
        {rows.map(([key, value]) => (
          <div key={key} className="grid gap-x-6 py-3 sm:grid-cols-[11rem_1fr]">
            <dt className="text-ink-2">{t(`member.${key}`)}</dt>
            <dd className="text-lg font-semibold">
              {value || <span className="font-normal text-ink-2">{t('member.none')}</span>}
              {(key === 'mobile' || key === 'email') && open[key] && (
                <span className="ml-3 inline-block rounded-full bg-gold-1 px-3 text-sm text-gold-7">
                  {t('member.unconfirmed')}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-ink-2">{t('member.details-change')}</p>
    </section>
  )
}

function Logout() {
  const t = useT()
  const href = useHref()
  const navigate = useNavigate()
  const session = useSession()
  const [pending, setPending] = useState(false)
  async function leave() {
    setPending(true)
    const done = await session.logout()
    setPending(false)
    if (!done) return toastUnexpected()
    toast({ text: 'message.logged-out', type: 'success' })
    await navigate(href('home'))
  }
  return (
    <Button icon="out" wide pending={pending} onClick={() => void leave()}>
      {t('common.logout')}
    </Button>
  )
}
