import { FindForm } from '../features/lamp/find-form.tsx'
import { useT } from '../i18n/context.tsx'
import { Link } from '../site/router/link.tsx'
import { usePage } from '../site/router/payload.tsx'
import { TemplePhone } from '../site/router/temple-phone.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Panel } from '../ui/panel.tsx'

/** Finds a lamp without an account. */
export default function FindMyLampPage() {
  const t = useT()
  const { search } = usePage()
  const expired = new URLSearchParams(search).get('notice') === 'expired'
  return (
    <div className="wrap">
      <div className="mx-auto max-w-lg pb-8">
        <PageHeading title={t('lamp.find-title')} text={t('lamp.find-text')} />
        <div className="space-y-5">
          {expired && (
            <Notice kind="warning" title={t('lamp.expired-title')} role="status">
              {t('lamp.expired-text')}
            </Notice>
          )}
          <Panel as="div" size="l">
            <FindForm />
          </Panel>
          <p>
            {t('lamp.find-account')}{' '}
            <Link to="member-profile-lamps" className="link inline-block py-2">
              {t('lamp.lamps-title')}
            </Link>
          </p>
          <p>
            <TemplePhone />
          </p>
        </div>
      </div>
    </div>
  )
}
