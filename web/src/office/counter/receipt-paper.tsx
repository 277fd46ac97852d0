import type { ReactNode } from 'react'
import type { Value } from '../../api/client.ts'
import { date, dateTime, money } from '../../i18n/format.ts'
import { PaperSheet } from './paper-sheet.tsx'
import { makeT, type Locale, type Messages, keyFor } from '../../i18n/messages.ts'

type Props = {
  receipt: Value<'/api/admin/invoice/{id}/paper', 'get'>
  /** One language, or two side by side. */
  words: readonly { locale: Locale; messages: Messages }[]
  /** Narrow, one column, for the slip printer. */
  slip: boolean
  /** The cash given and the change, directly after payment. */
  change?: { given: number; change: number }
}

/** An official receipt for the counter's own printer. Chinese names are large, because they are chanted. */
export function ReceiptPaper({ receipt, words, slip, change }: Props) {
  const ts = words.map(({ locale, messages }) => makeT(locale, messages))
  const label = (key: string, vars?: Record<string, string | number>) =>
    ts.map((t) => t(keyFor('document.', key), vars)).join(' ')
  const pick = (text: { en: string; zh: string }) =>
    [...new Set(words.map(({ locale }) => (locale === 'zh' ? text.zh || text.en : text.en || text.zh)))].join(' ')
  const backs = receipt.backs ?? []
  const first = words[0]?.locale ?? 'en'
  const { temple, payer } = receipt
  const when = slip ? dateTime(first, receipt.issuedAt) : date(first, receipt.issuedAt, 'short')
  return (
    <article className="space-y-3 leading-snug">
      <header className="border-b border-black pb-2 text-center">
        <p lang="zh-Hans" className={slip ? 'text-[1.5em] font-bold' : 'text-[1.8em] font-bold'}>
          {temple.name.zh}
        </p>
        <p className="text-[1.15em] font-bold">{temple.name.en}</p>
        <p>{pick(temple.address)}</p>
        <p>
          {[temple.phone && `${label('phone')} ${temple.phone}`, temple.uen && `${label('uen')} ${temple.uen}`]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      <div className="text-center">
        <p className="text-[1.3em] font-bold">{label('official_receipt')}</p>
        <p className="text-[1.15em] font-bold">{receipt.number}</p>
        {receipt.copy && <p className="font-bold">{label('copy')}</p>}
      </div>
      <dl>
        <Line term={label('date')}>{when}</Line>
        <Line term={label('received_from')}>
          <span className="font-bold">{payer.name}</span>
          {payer.chineseName && payer.chineseName !== payer.name && (
            <span lang="zh-Hans" className="block text-[1.5em] font-bold">
              {payer.chineseName}
            </span>
          )}
        </Line>
        <Line term={label('invoice_number')}>{receipt.invoice}</Line>
        <Line term={label('method')}>
          {receipt.transferred === undefined
            ? label(`method.${receipt.method}`)
            : words
                .map(({ locale }, index) =>
                  ts[index]?.('document.paid-on', {
                    method: ts[index](`document.method.${receipt.method}`),
                    date: date(locale, receipt.transferred ?? '', 'short'),
                  }),
                )
                .join(' ')}
        </Line>
        {receipt.clerk && <Line term={label('issued_by')}>{receipt.clerk}</Line>}
      </dl>
      <ul className="divide-y divide-dashed divide-black border-y border-black">
        {(receipt.items ?? []).map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows may repeat, and have no state
          <li key={index} className="break-inside-avoid py-1.5">
            <p className="flex justify-between gap-3">
              <span>
                <span className="font-bold">{pick(item.title)}</span>
                {pick(item.option) && ` · ${pick(item.option)}`}
                {item.quantity > 1 && ` × ${item.quantity}`}
              </span>
              <span className="shrink-0 tabular-nums">{money(item.amount)}</span>
            </p>
            {item.stands.map(({ label: name, value }) => (
              <p key={name.en} className="mt-1 text-[0.9em]">
                <span className="font-bold">{pick(name)}</span> {pick(value)}
              </p>
            ))}
            <PaperSheet sheet={item.sheet} words={words} />
          </li>
        ))}
      </ul>
      <dl>
        <Line term={label('total')} strong>
          {money(receipt.total)}
        </Line>
        {backs.map((back) => (
          <Line
            key={back.at}
            term={words
              .map(({ locale }, index) =>
                ts[index]?.('document.given_back_on', { date: date(locale, back.at, 'short') }),
              )
              .join(' ')}
          >
            {money(-back.amount)}
          </Line>
        ))}
        {backs.length > 0 && (
          <Line term={label('remains')} strong>
            {money(backs.reduce((rest, back) => rest - back.amount, receipt.received))}
          </Line>
        )}
        {receipt.gst && <Line term={label('gst', { percent: receipt.gst.percent })}>{money(receipt.gst.amount)}</Line>}
        {change && change.change > 0 && (
          <>
            <Line term={ts.map((t) => t('counter.given')).join(' ')}>{money(change.given)}</Line>
            <Line term={ts.map((t) => t('counter.change')).join(' ')}>{money(change.change)}</Line>
          </>
        )}
      </dl>
      <footer className="space-y-1 border-t border-black pt-2 text-center text-[0.9em]">
        {receipt.gst && (
          <p>
            {label('gst_number')} {receipt.gst.number}
          </p>
        )}
        {!receipt.deductible && <p>{label('not_tax_deductible')}</p>}
        {pick(receipt.footer) && <p>{pick(receipt.footer)}</p>}
        <p>
          {label('reference')} <span className="font-mono">{receipt.reference}</span>
        </p>
      </footer>
    </article>
  )
}

function Line(props: { term: string; strong?: boolean; children: ReactNode }) {
  return (
    <div
      className={`flex items-baseline justify-between gap-3 py-0.5 ${props.strong ? 'text-[1.25em] font-bold' : ''}`}
    >
      <dt className="shrink-0">{props.term}</dt>
      <dd className="min-w-0 text-right tabular-nums">{props.children}</dd>
    </div>
  )
}
