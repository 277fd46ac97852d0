import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import type { Locale } from '../../i18n/messages.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { loadMessages } from '../kit/session/language.ts'
import { PrintSheet, type Paper } from '../kit/print/print-sheet.tsx'
import { valueOf } from '../kit/session/session-gate.ts'
import type { FoundInvoice } from './counter-queries.ts'
import { MailReceipt } from './mail-receipt.tsx'
import { ReceiptPaper } from './receipt-paper.tsx'

type Language = Locale | 'both'

/** The official receipt: printed as A5 or on the slip printer, e-mailed, or as a PDF, in the payer's language first. */
export function ReceiptCard({
  invoice,
  change,
}: {
  invoice: FoundInvoice
  change?: { given: number; change: number }
}) {
  const t = useT()
  const receipt = invoice.officialReceipt
  const [language, setLanguage] = useState<Language>(invoice.locale === 'zh' ? 'zh' : 'en')
  const [printed, setPrinted] = useState<{ paper: Paper; time: number }>()
  const paper = useQuery({
    queryKey: ['paper', invoice.id, receipt?.number],
    queryFn: () => valueOf(() => api.get('/api/admin/invoice/{id}/paper', { params: { id: invoice.id } })),
    enabled: receipt !== undefined,
  })
  const words = useQuery({
    queryKey: ['messages', language],
    queryFn: () =>
      Promise.all(
        (language === 'both' ? (['en', 'zh'] as const) : [language]).map(async (locale) => ({
          locale,
          messages: await loadMessages(locale),
        })),
      ),
    staleTime: Infinity,
  })
  if (!receipt) return null
  const ready = paper.data !== undefined && words.data !== undefined
  const print = (kind: Paper) => setPrinted({ paper: kind, time: Date.now() })
  return (
    <Panel size="s" className="space-y-4 text-center">
      <div>
        <h2 className="font-sans text-base font-normal text-ink-2">{t('invoice.receipt')}</h2>
        <p className="text-xl font-bold">{receipt.number}</p>
      </div>
      <fieldset className="flex flex-wrap justify-center gap-2">
        <legend className="sr-only">{t('counter.paper-language')}</legend>
        {(['en', 'zh', 'both'] as const).map((one) => (
          <label
            key={one}
            className="flex min-h-11 cursor-pointer items-center rounded-full px-4 font-semibold shadow-[inset_0_0_0_1.5px_var(--color-line-2)] has-checked:bg-lacquer has-checked:text-gold-1 has-focus-visible:outline-3"
          >
            <input
              type="radio"
              name="paper-language"
              className="sr-only"
              checked={language === one}
              onChange={() => setLanguage(one)}
            />
            {t(`counter.paper-${one}`)}
          </label>
        ))}
      </fieldset>
      <div className="grid gap-2 sm:grid-cols-2">
        <Button kind="primary" icon="print" pending={!ready} onClick={() => print('a5')}>
          {t('counter.print-a5')}
        </Button>
        <Button icon="print" pending={!ready} onClick={() => print('slip')}>
          {t('office.print-slip')}
        </Button>
      </div>
      <a href={`${receipt.url}?language=${language}`} download className={buttonClass('quiet', 'w-full')}>
        <Icon name="download" />
        {t('counter.pdf')}
      </a>
      <MailReceipt invoice={invoice} />
      {printed && paper.data && words.data && (
        <PrintSheet key={printed.time} paper={printed.paper} lang={language === 'zh' ? 'zh-Hans' : 'en-SG'}>
          <ReceiptPaper receipt={paper.data} words={words.data} slip={printed.paper === 'slip'} change={change} />
        </PrintSheet>
      )}
    </Panel>
  )
}
