import type { components } from '../../api/schema'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { Link } from '../../site/router/link.tsx'

/** A strip on every page that a member must know about: the account is closing, or policies have changed. */
export function AccountStrip({ notice }: { notice: components['schemas']['AccountNotice'] }) {
  const t = useT()
  const locale = useLocale()
  const { closesAt } = notice
  return (
    <aside aria-label={t('data.strip-label')} className="no-print bg-gold-1 text-ink">
      <p className="wrap py-2 text-center">
        {closesAt ? t('data.closing-strip', { date: date(locale, closesAt, 'short') }) : t('data.policies-strip')}{' '}
        <Link to="member-profile-data" className="link inline-block py-1 font-semibold">
          {t(closesAt ? 'data.keep-button' : 'data.policies-strip-link')}
        </Link>
      </p>
    </aside>
  )
}
