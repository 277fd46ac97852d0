import { useT } from '../../i18n/context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { FoundInvoice } from './counter-queries.ts'

/** The official receipt as a PDF to print: in the payer's language first, then in the others. */
export function ReceiptLinks({ invoice }: { invoice: FoundInvoice }) {
  const t = useT()
  const receipt = invoice.officialReceipt
  if (!receipt) return null
  const own = invoice.locale === 'zh' ? 'zh' : 'en'
  const others = (['en', 'zh', 'both'] as const).filter((language) => language !== own)
  return (
    <div className="card p-5 text-center">
      <p className="text-ink-2">{t('invoice.receipt')}</p>
      <p className="mb-3 text-xl font-bold">{receipt.number}</p>
      <a href={`${receipt.url}?language=${own}`} download className={buttonClass('primary', 'w-full')}>
        <Icon name="print" />
        {t('office.receipt-get')}
      </a>
      <p className="mt-2 flex flex-wrap items-center justify-center gap-x-4">
        {others.map((language) => (
          <a
            key={language}
            href={`${receipt.url}?language=${language}`}
            download
            className="link inline-flex min-h-11 items-center"
          >
            {t(`office.receipt-${language}`)}
          </a>
        ))}
      </p>
    </div>
  )
}
