import { keyFor } from '../../i18n/messages.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, dateTime } from '../../i18n/format.ts'
import { Link } from '../../site/router/link.tsx'
import { usePage } from '../../site/router/payload.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { OfferingDetail } from '../../domain/offering.ts'

/** Why an offering cannot be ordered here now, and what the visitor can do. */
export function ClosedNotice({ offering }: { offering: OfferingDetail }) {
  const t = useT()
  const locale = useLocale()
  const { site } = usePage()
  const { state, opensAt, closesAt, enquiryOnly } = offering
  const title = enquiryOnly
    ? t('offering.enquiry')
    : state === 'soon' && opensAt
      ? t('offering.opens', { date: dateTime(locale, opensAt) })
      : state === 'closed' && closesAt
        ? t('offering.closed-on', { date: date(locale, closesAt, 'short') })
        : t(keyFor('common.state-', state))
  return (
    <Notice kind="warning" title={title}>
      <p>{t(enquiryOnly ? 'offering.enquiry-text' : 'offering.closed-text')}</p>
      <p className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        <a className="link touch" href={`tel:${site.phone.replace(/[^+\d]/g, '')}`}>
          {t('offering.call', { phone: site.phone })}
        </a>
        <Link to="blessing-service" className={buttonClass('plain')}>
          {t('offering.see-others')}
        </Link>
      </p>
    </Notice>
  )
}
