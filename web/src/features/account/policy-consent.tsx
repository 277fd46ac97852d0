import { Fragment, type ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Link } from '../../site/router/link.tsx'

const policies = { privacy: 'privacy-policy', service: 'service-policy', terms: 'term-and-condition' } as const

/** "I have read and accept …" with a link to each policy, opened in another tab so that nothing typed is lost. */
export function PolicyConsent() {
  const t = useT()
  const parts = t('member.consent').split(/\{(privacy|service|terms)\}/)
  const shown: ReactNode[] = parts.map((part, i) => {
    const policy = i % 2 === 1 ? policies[part as keyof typeof policies] : undefined
    // oxlint-disable-next-line react/no-array-index-key -- parts may repeat, and have no state
    if (!policy) return <Fragment key={i}>{part}</Fragment>
    return (
      // oxlint-disable-next-line react/no-array-index-key -- parts may repeat, and have no state
      <Link key={i} to={`misc-${policy}`} className="link" target="_blank" rel="noopener">
        {t(`common.${policy}`)}
        <span className="sr-only"> {t('member.new-tab')}</span>
      </Link>
    )
  })
  return <>{shown}</>
}
