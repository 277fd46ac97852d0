import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import type { Locale } from '../../i18n/messages.ts'
import { useLatest } from '../../lib/use-latest.ts'
import { loadMessages } from '../kit/session/language.ts'
import { PrintSheet } from '../kit/print/print-sheet.tsx'
import { valueOf } from '../kit/session/session-gate.ts'
import type { PaperChoice } from './paper-choice.ts'
import { ReceiptPaper } from './receipt-paper.tsx'

type Props = {
  /** The orders whose receipts are printed, one after another. */
  invoices: readonly string[]
  choice: PaperChoice
  /** The payer's language. */
  locale: Locale
  /** The cash given and the change. */
  change?: { given: number; change: number }
  /** Called when the receipts fail to load, so that nothing is printed. */
  onFailed: () => void
}

/** Prints official receipts once they have loaded; nothing is visible on the screen. */
export function PrintReceipt({ invoices, choice, locale, change, onFailed }: Props) {
  const language = choice.language === 'payer' ? locale : choice.language
  const papers = useQueries({
    queries: invoices.map((id) => ({
      queryKey: ['paper', id, 'print'],
      queryFn: () => valueOf(() => api.get('/api/admin/invoice/{id}/paper', { params: { id } })),
    })),
  })
  const words = useQuery({
    queryKey: ['messages', language],
    queryFn: () =>
      Promise.all(
        (language === 'both' ? (['en', 'zh'] as const) : [language]).map(async (one) => ({
          locale: one,
          messages: await loadMessages(one),
        })),
      ),
    staleTime: Infinity,
  })
  const failed = words.isError || papers.some(({ isError }) => isError)
  const tell = useLatest(onFailed)
  useEffect(() => {
    if (failed) tell.current()
  }, [failed, tell])
  const receipts = papers.flatMap(({ data }) => data ?? [])
  if (choice.paper === 'none' || failed || !words.data || receipts.length < invoices.length) return null
  return (
    <PrintSheet paper={choice.paper} lang={language === 'zh' ? 'zh-Hans' : 'en-SG'}>
      {receipts.map((receipt) => (
        <div key={receipt.number} className="break-after-page last:break-after-auto">
          <ReceiptPaper
            receipt={receipt}
            words={words.data}
            slip={choice.paper === 'slip'}
            change={receipts.length === 1 ? change : undefined}
          />
        </div>
      ))}
    </PrintSheet>
  )
}
