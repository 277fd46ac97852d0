import { ChangePassword } from '../features/account/change-password.tsx'
import { EmailConfirmation } from '../features/member/email-confirmation.tsx'
import { OwnSection } from '../features/member/own-section.tsx'
import { SessionList, type OpenSession } from '../features/member/session-list.tsx'
import { useT } from '../i18n/context.tsx'
import { usePage, usePageData } from '../page/payload.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

type Security = {
  email: string
  emailConfirmed: boolean
  mobile: string
  staff: boolean
  sessions: OpenSession[]
}

/** How an account is guarded: one section for each way in. */
export default function SecurityPage() {
  const t = useT()
  const { reload } = usePage()
  const account = usePageData<Security>()
  return (
    <div className="wrap pb-8">
      <PageHeading title={t('security.title')} text={t('security.text')} />
      {!account ? (
        <Skeleton lines={6} card />
      ) : (
        <div className="mx-auto max-w-3xl space-y-6">
          {account.email && !account.emailConfirmed && <EmailConfirmation email={account.email} expired={false} />}
          <OwnSection id="password" title={t('security.password-title')} text={t('security.password-text')}>
            <ChangePassword username={account.mobile || account.email} staff={account.staff} onChanged={reload} />
          </OwnSection>
          <OwnSection id="sessions" title={t('security.sessions-title')} text={t('security.sessions-text')}>
            <SessionList sessions={account.sessions} onEnded={reload} />
          </OwnSection>
        </div>
      )}
    </div>
  )
}
