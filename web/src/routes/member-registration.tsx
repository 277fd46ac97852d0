import { CartKept } from '../features/account/cart-kept.tsx'
import { Registration } from '../features/account/registration.tsx'
import { safeRedirect } from '../features/account/safe-redirect.ts'
import { useT } from '../i18n/context.tsx'
import { Link } from '../site/router/link.tsx'
import { usePage, usePageData } from '../site/router/payload.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Panel } from '../ui/panel.tsx'

export default function RegistrationPage() {
  const t = useT()
  const { search } = usePage()
  const data = usePageData('member-registration')
  return (
    <div className="wrap">
      <div className="mx-auto max-w-lg pb-8">
        <PageHeading title={t('member.registration-title')} text={t('member.registration-text')} />
        <div className="space-y-5">
          <CartKept />
          <Panel as="div" size="l">
            <Registration policies={data?.policiesVersion ?? ''} />
          </Panel>
          <p className="text-lg">
            {t('member.have-account')}{' '}
            <Link
              to="member-login"
              query={{ redirect: safeRedirect(search) }}
              data-keep="redirect"
              className="link inline-block py-2"
            >
              {t('common.login')}
            </Link>
          </p>
        </div>
      </div>
    </div>
  )
}
