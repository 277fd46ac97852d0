import { useT } from '../../i18n/context.tsx'
import { usePage } from '../router/payload.tsx'

/**
 * Shown where pages cannot run: a browser that is too old, or without JavaScript. Reading works; for the rest there is
 * the phone number.
 */
export function WithoutScript() {
  const t = useT()
  const { site } = usePage()
  return (
    <aside aria-label={t('common.without-script-label')} className="without-script border-b-4 border-gold bg-gold-1">
      <p className="wrap py-4 font-semibold">
        {t('common.without-script')}{' '}
        {site.phone && (
          <a className="link whitespace-nowrap" href={`tel:${site.phone.replace(/[^+\d]/g, '')}`}>
            {site.phone}
          </a>
        )}
      </p>
    </aside>
  )
}
