import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { Link } from '../../site/router/link.tsx'
import type { Overview } from './overview.ts'

/** What the member has agreed to, and when, newest first. */
export function ConsentList({ consents }: Pick<Overview, 'consents'>) {
  const t = useT()
  const locale = useLocale()
  if (consents.length === 0) return <p className="text-ink-2">{t('data.consents-none')}</p>
  return (
    <ul className="divide-y divide-line">
      {consents.map((consent) => (
        <li key={`${consent.policy} ${consent.version} ${consent.at}`} className="py-3">
          <Link to={`misc-${consent.policy}`} className="link inline-block py-1 font-semibold">
            {t(`common.${consent.policy}`)}
          </Link>
          <p className="text-ink-2">
            {t('data.consents-line', {
              version: consent.version,
              date: date(locale, consent.at, 'short'),
              language: t(`data.language-${consent.locale}`),
            })}
          </p>
        </li>
      ))}
    </ul>
  )
}
