import type { ReactNode } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, dateTime, money } from '../../i18n/format.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Card } from '../kit/layout/card.tsx'
import type { Late } from './late-queries.ts'

/** What is known of the transfer: from its receipt image, its sender, and the bank. */
export function LateFacts({ late }: { late: Late }) {
  const t = useT()
  const locale = useLocale()
  const { bank, provider } = late
  return (
    <Card title={t(late.kind === 'excess' ? 'late.payment' : 'late.transfer')}>
      <dl className="space-y-3">
        <Fact name={t('invoice.reference')}>
          <span className="flex flex-wrap items-center justify-end gap-2">
            <span className="font-mono text-lg font-bold tracking-[.12em]">{late.paymentReference}</span>
            <CopyButton text={late.paymentReference} of={t('invoice.reference')} />
          </span>
        </Fact>
        {late.asked > 0 && <Fact name={t('late.asked')}>{money(late.asked)}</Fact>}
        {late.declared !== undefined && <Fact name={t('late.declared')}>{money(late.declared)}</Fact>}
        {late.transferredAt && <Fact name={t('late.transferred-at')}>{dateTime(locale, late.transferredAt)}</Fact>}
        {provider && (
          <Fact name={t('late.provider')}>
            <span className="block font-bold">
              {provider.currency === 'SGD'
                ? money(provider.amount)
                : `${provider.currency} ${(provider.amount / 100).toFixed(2)}`}
            </span>
            <span className="block font-mono wrap-anywhere">{provider.paymentId}</span>
          </Fact>
        )}
        {late.kind !== 'excess' && !provider && (
          <Fact name={t('late.bank')}>
            {bank ? (
              <>
                <span className="block font-bold">{money(bank.amount)}</span>
                <span className="block">
                  {bank.hasTime ? dateTime(locale, bank.bookedAt) : date(locale, bank.bookedAt, 'short')}
                </span>
              </>
            ) : (
              t('late.bank-silent')
            )}
          </Fact>
        )}
        {bank && (
          <div>
            <dt className="text-ink-2">{t('late.raw')}</dt>
            <dd className="wrap-anywhere">{[bank.payer, bank.description].filter(Boolean).join(' · ')}</dd>
          </div>
        )}
      </dl>
      {(late.pictures ?? []).map((picture) => (
        <a key={picture.id} href={picture.url} target="_blank" rel="noreferrer" className="mt-4 inline-block">
          <img
            src={picture.url}
            alt={t('late.picture')}
            width={picture.width}
            height={picture.height}
            className="max-h-96 w-auto rounded-2xl"
          />
        </a>
      ))}
    </Card>
  )
}

function Fact(props: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      <dt className="text-ink-2">{props.name}</dt>
      <dd className="min-w-0 text-right font-semibold">{props.children}</dd>
    </div>
  )
}
