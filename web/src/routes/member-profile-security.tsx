import { ChangePassword } from '../features/account/change-password.tsx'
import { FirstPassword } from '../features/account/first-password.tsx'
import { EmailConfirmation } from '../features/member/email-confirmation.tsx'
import { TitledPanel } from '../ui/titled-panel.tsx'
import { SessionList } from '../features/member/session-list.tsx'
import { PasskeySection } from '../features/passkey/passkey-section.tsx'
import { useT } from '../i18n/context.tsx'
import { Link } from '../site/router/link.tsx'
import { usePage, usePageData } from '../site/router/payload.tsx'
import { useSession } from '../site/session/session.tsx'
import { buttonClass } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The security settings of an account: a section for each way to log in. */
export default function SecurityPage() {
  const t = useT()
  const { reload } = usePage()
  const { user } = useSession()
  const account = usePageData('member-profile-security')
  return (
    <div className="wrap pb-8">
      <PageHeading title={t('security.title')} text={t('security.text')} />
      {!account ? (
        <Skeleton lines={6} card />
      ) : (
        <div className="max-w-3xl space-y-6">
          {account.email && !account.emailConfirmed && <EmailConfirmation email={account.email} expired={false} />}
          {user?.noPassword && account.mobile ? (
            <TitledPanel id="password" title={t('security.first-title')}>
              <FirstPassword mobile={account.mobile} />
            </TitledPanel>
          ) : (
            <TitledPanel id="password" title={t('security.password-title')} text={t('security.password-text')}>
              <ChangePassword username={account.mobile || account.email} staff={account.staff} onChanged={reload} />
            </TitledPanel>
          )}
          {account.staff && (
            <TitledPanel id="second" title={t('passkey.second-title')} text={t('passkey.second-text')}>
              <Link to="member-second-factor" className={buttonClass()}>
                {t('passkey.second')}
              </Link>
            </TitledPanel>
          )}
          <PasskeySection />
          <TitledPanel id="sessions" title={t('security.sessions-title')} text={t('security.sessions-text')}>
            <SessionList sessions={account.sessions} onEnded={reload} />
          </TitledPanel>
        </div>
      )}
    </div>
  )
}
