import { ChangeEmail } from '../features/account/change-email.tsx'
import { ChangeMobile } from '../features/account/change-mobile.tsx'
import { TitledPanel } from '../ui/titled-panel.tsx'
import { Profile } from '../features/member/profile.tsx'
import { PasskeyOffer } from '../features/passkey/passkey-offer.tsx'
import { useLocale, useT } from '../i18n/context.tsx'
import { usePage, usePageData } from '../site/router/payload.tsx'
import { useSession } from '../site/session/session.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export default function ProfilePage() {
  const t = useT()
  const locale = useLocale()
  const { reload } = usePage()
  const session = useSession()
  const identity = usePageData('member-profile')
  if (!identity)
    return (
      <div className="wrap pb-8">
        <PageHeading title={t('common.account')} />
        <Skeleton lines={5} card />
      </div>
    )
  const { user } = identity
  const name = (locale === 'zh' && user.chineseName) || user.name
  const changed = async () => {
    await Promise.all([reload(), session.refresh()])
  }
  return (
    <div className="wrap pb-8">
      <PageHeading title={t('common.account')} text={t('profile.greeting', { name })} />
      <PasskeyOffer />
      <Profile
        {...identity}
        reach={
          <>
            <TitledPanel id="mobile" title={t('common.field.mobile')}>
              <ChangeMobile mobile={user.mobile} verified={user.mobileVerified} onChanged={changed} />
            </TitledPanel>
            <TitledPanel id="email" title={t('member.email')}>
              <ChangeEmail email={user.email} confirmed={user.emailConfirmed} />
            </TitledPanel>
          </>
        }
      />
    </div>
  )
}
