import { useLocale, useT } from '../../i18n/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { PageData } from '../../site/router/payload.tsx'

/** Links to the yearly statements: all official receipts of a year as one PDF. */
export function YearStatements({ years }: { years: PageData['member-profile-invoices']['statements'] }) {
  const t = useT()
  const locale = useLocale()
  return (
    <Panel size="s" className="mt-8">
      <h2 className="text-xl">{t('invoice.statements')}</h2>
      <p className="mt-1 text-ink-2">{t('invoice.statements-text')}</p>
      <p className="mt-3 flex flex-wrap gap-3">
        {years.map(({ year }) => (
          <a
            key={year}
            download
            href={`/api/member/statement/${year}.pdf?language=${locale}`}
            className={buttonClass()}
          >
            <Icon name="download" />
            {t('invoice.statement-of', { year })}
          </a>
        ))}
      </p>
    </Panel>
  )
}
