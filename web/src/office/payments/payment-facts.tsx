import { Link } from 'wouter'
import type { ReactNode } from 'react'
import { OrderLines } from '../../features/invoice/order-lines.tsx'
import { useLocale, useT } from '../../i18n/context.tsx'
import { money, sgt, time } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { PhoneLinks } from '../kit/person/phone-links.tsx'
import { shortDay } from '../kit/format/short-day.ts'
import { BankBox } from './bank-state.tsx'
import { Difference } from './difference.tsx'
import { EarlierPictures } from './earlier-pictures.tsx'
import type { Beside, Payment } from './payment-type.ts'
import { Table } from '../kit/list/table.tsx'

type Props = { payment: Payment; beside: string | undefined; onBeside: (beside: Beside | null) => void }

/** The facts for a decision, beside the picture: order and declared values, bank, names, earlier pictures, member. */
export function PaymentFacts({ payment, beside, onBeside }: Props) {
  return (
    <>
      <Compared payment={payment} />
      <BankBox payment={payment} />
      <Ordered payment={payment} />
      <EarlierPictures payment={payment} beside={beside} onBeside={onBeside} />
      <Member payment={payment} />
    </>
  )
}

/** The order's values beside those that the payer declared. */
export function Compared({ payment }: { payment: Payment }) {
  const t = useT()
  const locale = useLocale()
  const { amount, declaredAmount, declaredPayer, transactionDateTime, invoice, bank } = payment
  const differs = amount !== declaredAmount
  const early = transactionDateTime !== undefined && beforeTheCode(transactionDateTime, invoice.createdAt)
  const at = (moment: string) => `${shortDay(locale, moment)}${locale === 'zh' ? '' : ', '}${time(locale, moment)}`
  const bad = 'font-bold text-cinnabar'
  return (
    <Table
      caption={t('payments.compared')}
      className="text-sm leading-snug"
      headClass="bg-paper-2 px-2 py-1 text-left text-xs text-ink-2 first:rounded-l-lg last:rounded-r-lg"
      bodyClass="divide-y divide-line"
      heads={[{ text: t('payments.compared'), hidden: true }, t('office.field.order'), t('payments.declared')]}
    >
      <Row label={t('office.field.amount')}>
        <td className="px-2 py-1.5 font-bold">{money(amount)}</td>
        <td className={`px-2 py-1.5 font-bold ${differs ? bad : ''}`}>
          {money(declaredAmount)}
          {!differs && (
            <>
              <Icon name="check" size={16} className="ml-1 inline align-[-3px] text-jade" />
              <span className="sr-only">{t('payments.agrees')}</span>
            </>
          )}
          <Difference due={amount} declared={declaredAmount} short />
        </td>
      </Row>
      <Row label={t('payments.reference')}>
        <td className="px-2 py-1" colSpan={2}>
          <b className="mr-2 font-mono text-base tracking-wider">{payment.paymentReference}</b>
          <span className="text-xs text-ink-2">{t('payments.reference-compare')}</span>
        </td>
      </Row>
      <Row label={t('office.field.time')}>
        <td className={`px-2 py-1.5 ${early ? bad : ''}`}>{at(invoice.createdAt)}</td>
        <td className={`px-2 py-1.5 ${early ? bad : ''}`}>
          {transactionDateTime ? at(transactionDateTime) : t('office.unknown')}
          {early && <span className="block text-xs">{t('payments.before-order')}</span>}
        </td>
      </Row>
      <Row label={t('office.field.payer')}>
        <td className="px-2 py-1.5">{payment.payer || payment.payerChinese}</td>
        <td className="break-words px-2 py-1.5">
          {declaredPayer}
          {bank.payer && bank.payer !== declaredPayer && (
            <span className={declaredPayer ? 'block text-xs text-ink-2' : undefined}>{bank.payer}</span>
          )}
          {!declaredPayer && !bank.payer && <span className="text-ink-2">{t('payments.payer-in-picture')}</span>}
        </td>
      </Row>
    </Table>
  )
}

/**
 * A cart becomes an order when its screenshot is sent, within the hour for which its QR code is valid; a transfer
 * before that hour is for something else.
 */
function beforeTheCode(transferred: string, ordered: string): boolean {
  return Date.parse(transferred) < Date.parse(ordered) - 3_600_000
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <tr className="align-top">
      <th scope="row" className="px-2 py-1.5 text-left text-xs font-normal text-ink-2">
        {label}
      </th>
      {children}
    </tr>
  )
}

function Ordered({ payment }: { payment: Payment }) {
  const t = useT()
  const { invoice } = payment
  return (
    <section aria-label={t('office.field.order')} className="text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Link href={`/orders/${invoice.id}`} className="link">
          {invoice.number}
        </Link>
        {invoice.paid > 0 && (
          <span>
            {t('invoice.paid')} <b>{money(invoice.paid)}</b>
          </span>
        )}
      </p>
      <div className="mt-1 max-h-64 overflow-auto [&_li]:py-1.5">
        <OrderLines items={invoice.items ?? []} every />
      </div>
    </section>
  )
}

function Member({ payment }: { payment: Payment }) {
  const t = useT()
  const { member, mobile, email, invoice } = payment
  const reads = t(`office.reads-${invoice.locale === 'zh' ? 'zh' : 'en'}`)
  return (
    <section aria-label={t('office.field.payer')} className="flex gap-3 border-t border-line pt-2.5 text-sm text-ink-2">
      <Icon name="user" size={20} className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p>
          {member ? t('payments.member-since', { year: sgt(member.since).year }) : t('payments.no-member')}
          {member && member.orders === 0 && ` · ${t('payments.first-order')}`}
          {member && member.orders > 0 && (
            <>
              {' · '}
              <Link href={`/orders?q=${encodeURIComponent(mobile || payment.payer)}`} className="link">
                {t('payments.other-orders', { count: member.orders })}
              </Link>
              {t('office.keys-comma')}
              {member.paid === member.orders ? t('payments.all-paid') : t('payments.some-paid', { count: member.paid })}
            </>
          )}
        </p>
        <PhoneLinks links={payment.links} small />
        <p className="break-all">{[!payment.links && email, reads].filter(Boolean).join(' · ')}</p>
      </div>
    </section>
  )
}
