import { ForgotForm } from '../features/account/forgot-form.tsx'
import { LostEmail } from '../features/account/lost-email.tsx'
import { safeRedirect } from '../features/account/safe-redirect.ts'
import { useT } from '../i18n/context.tsx'
import { Link } from '../site/router/link.tsx'
import { usePage } from '../site/router/payload.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Panel } from '../ui/panel.tsx'

export default function ForgotPasswordPage() {
  const t = useT()
  const { search, site } = usePage()
  const expired = new URLSearchParams(search).get('notice') === 'expired'
  return (
    <div className="wrap">
      <div className="mx-auto max-w-lg pb-8">
        <PageHeading title={t('member.forgot-title')} text={t('member.forgot-text')} />
        <div className="space-y-5">
          {expired && (
            <Notice kind="warning" title={t('member.expired-title')} role="status">
              {t('member.expired-text')}
            </Notice>
          )}
          <Panel as="div" size="l">
            <ForgotForm />
          </Panel>
          <details className="card p-5 sm:p-7">
            <summary className="min-h-11 cursor-pointer py-1.5 text-lg font-bold">
              {t('member.lost-email-title')}
            </summary>
            <div className="mt-3">
              <LostEmail />
            </div>
          </details>
          <details className="card p-5 sm:p-7">
            <summary className="min-h-11 cursor-pointer py-1.5 text-lg font-bold">
              {t('member.lost-phone-title')}
            </summary>
            <p className="mt-3">{t('member.lost-phone-text')}</p>
          </details>
          <p className="text-lg">
            {t('member.remembered')}{' '}
            <Link
              to="member-login"
              query={{ redirect: safeRedirect(search) }}
              data-keep="redirect"
              className="link inline-block py-2"
            >
              {t('common.login')}
            </Link>
          </p>
          <p className="text-ink-2">
            {t('member.forgot-help')}{' '}
            <a className="link inline-block py-2" href={`tel:${site.phone.replace(/[^+\d]/g, '')}`}>
              {site.phone}
            </a>
          </p>
        </div>
      </div>
    </div>
  )
}
