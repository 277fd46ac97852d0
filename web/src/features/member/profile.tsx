import type { ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { usePage, type PageData } from '../../site/router/payload.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { EmailConfirmation } from './email-confirmation.tsx'
import { Logout } from './logout.tsx'
import { MemberRecord } from './member-record.tsx'
import { Parts } from './parts.tsx'
import { ProfileForm } from './profile-form.tsx'
import { wholeAddress } from './profile-values.ts'
import { TitledPanel } from '../../ui/titled-panel.tsx'
import { TextSizeChoice } from './text-size-choice.tsx'

/** The page's data. `member` is null for staff without a member record. */
export type Identity = PageData['member-profile']

/** A member's profile: links to the other parts, personal data, and logout. */
export function Profile({ user, member, address, reminders, news, reach }: Identity & { reach: ReactNode }) {
  const t = useT()
  const { search } = usePage()
  const notice = new URLSearchParams(search).get('notice')
  const { name, chineseName, locale } = user
  return (
    <div className="space-y-6">
      {user.email && !user.emailConfirmed && <EmailConfirmation email={user.email} expired={notice === 'expired'} />}
      {notice === 'confirmed' && (
        <Notice kind="success" role="status" title={t('member.confirmed')}>
          {t('member.confirm-address-done-text')}
        </Notice>
      )}
      {notice === 'expired' && (user.emailConfirmed || !user.email) && (
        <Notice kind="warning" role="status" title={t('member.expired-title')}>
          {t('profile.expired-text')}
        </Notice>
      )}
      {!member && notice === 'member-needed' && (
        <Notice kind="warning" title={t('member.member-needed')}>
          {t('member.member-needed-text')}
        </Notice>
      )}
      <Parts member={Boolean(member)} />
      <div className="grid gap-6 lg:grid-cols-[1fr_24rem] lg:items-start">
        {member ? (
          <TitledPanel id="details" title={t('profile.details-title')} text={t('profile.details-text')}>
            <ProfileForm saved={{ name, chineseName, locale, address: wholeAddress(address), reminders, news }} />
          </TitledPanel>
        ) : (
          <MemberRecord name={name} chineseName={chineseName} />
        )}
        <div className="space-y-6">
          {reach}
          <TitledPanel id="size" title={t('profile.text-size')} text={t('profile.text-size-text')}>
            <TextSizeChoice />
          </TitledPanel>
          {user.roles.length > 0 && (
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
    </div>
  )
}
