import { CartKept } from '../features/account/cart-kept.tsx'
import { Entry } from '../features/account/entry.tsx'
import { LoginForm } from '../features/account/login-form.tsx'
import { rememberTicked } from '../features/account/remember-ticked.ts'
import { safeRedirect } from '../features/account/safe-redirect.ts'
import { useAfterLogin } from '../features/account/use-after-login.ts'
import { PasskeyLogin } from '../features/passkey/passkey-login.tsx'
import { useT } from '../i18n/context.tsx'
import { Link } from '../site/router/link.tsx'
import { usePage, usePageData } from '../site/router/payload.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Panel } from '../ui/panel.tsx'

export default function LoginPage() {
  const t = useT()
  const { search, site } = usePage()
  const afterLogin = useAfterLogin()
  const data = usePageData('member-login')
  // A code by SMS alone must not open the office: its users log in with a password.
  const office = safeRedirect(search)?.startsWith('/admin') ?? false
  const others = (
    <>
      <Panel as="div" size="l">
        {!office && <h2 className="mb-5 text-2xl">{t('member.by-password')}</h2>}
        <LoginForm />
      </Panel>
      {!office && !site.soon && (
        <p className="text-lg">
          {t('member.no-account')}{' '}
          <Link
            to="member-registration"
            query={{ redirect: safeRedirect(search) }}
            data-keep="redirect"
            className="link inline-block py-2"
          >
            {t('member.to-registration')}
          </Link>
        </p>
      )}
      <PasskeyLogin remember={rememberTicked} onLoggedIn={afterLogin} />
    </>
  )
  const notice = new URLSearchParams(search).get('notice')
  return (
    <div className="wrap">
      <div className="mx-auto max-w-lg pb-8">
        <PageHeading title={t('common.login')} text={t('member.login-text')} />
        <div className="space-y-5">
          {notice === 'confirmed' && (
            <Notice kind="success" role="status" title={t('member.confirmed')}>
              {t('member.confirmed-text')}
            </Notice>
          )}
          {notice === 'expired' && (
            <Notice kind="warning" role="status" title={t('member.confirm-over')}>
              {t('member.confirm-over-text')}
            </Notice>
          )}
          {notice === 'password-reset' && (
            <Notice kind="success" title={t('member.reset-done')}>
              {t('member.reset-done-text')}
            </Notice>
          )}
          {site.demo && (
            <Notice title={t('member.demo-title')}>
              {t('member.demo-text', { mobile: '9123 4567', password: 'lotus-lamp-88' })}
            </Notice>
          )}
          <CartKept />
          {office ? others : <Entry policies={data?.policiesVersion ?? ''} others={others} />}
          {!office && (
            <p className="text-lg">
              {t('member.lamp-only')}{' '}
              <Link to="find-my-lamp" className="link inline-block py-2">
                {t('member.to-find-lamp')}
              </Link>
            </p>
          )}
        </div>
      </div>
    </div>
  )
}
