import type { ReactNode } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime, money, time } from '../../i18n/format.ts'
import { coins, notes } from './denominations.ts'
import type { ShiftReport } from './shift-queries.ts'
import { signed } from '../kit/format/signed.ts'

type Props = {
  report: ShiftReport
  /** A narrow slip has only the sums. */
  slip?: boolean
}

/** A shift's report, the same on screen and in print. */
export function ReportView({ report, slip = false }: Props) {
  const t = useT()
  const locale = useLocale()
  const { shift } = report
  return (
    <div className="space-y-5 print:space-y-3">
      <section className="break-inside-avoid">
        <Rows>
          <Row term={t('office.field.clerk')}>{shift.clerk}</Row>
          <Row term={t('shift.opened')}>{dateTime(locale, shift.openedAt)}</Row>
          <Row term={t('shift.closed')}>
            {shift.closedAt ? dateTime(locale, shift.closedAt) : t('shift.still-open')}
          </Row>
          {shift.closedBy && <Row term={t('shift.closed-by')}>{shift.closedBy}</Row>}
        </Rows>
      </section>
      <section className="break-inside-avoid">
        <Rows>
          <Row term={t('shift.float-report')}>{money(shift.float)}</Row>
          {shift.floatFirst !== undefined && <Row term={t('shift.float-first')}>{money(shift.floatFirst)}</Row>}
          {!shift.blind && (
            <>
              <Row term={t('shift.taken', { count: report.payments })}>{signed(report.taken)}</Row>
              <Row term={t('shift.refunded', { count: report.refunds })}>{signed(-report.refunded)}</Row>
              <Row term={t('shift.expected')} strong>
                {money(shift.expected)}
              </Row>
            </>
          )}
          {shift.closedAt && (
            <>
              <Row term={t('shift.counted')} strong>
                {money(shift.counted)}
              </Row>
              <Row term={t('shift.difference')} strong>
                {signed(shift.difference)}
              </Row>
            </>
          )}
        </Rows>
        {shift.blind && <p className="mt-2">{t('shift.blind')}</p>}
        {shift.explanation && (
          <p className="mt-2">
            <span className="font-semibold">{t('shift.why')}:</span> {shift.explanation}
          </p>
        )}
      </section>
      <section className="break-inside-avoid">
        <Rows>
          <Row term={t('shift.receipts')}>{report.receipts}</Row>
          {!shift.blind && <Row term={t('shift.undone', { count: report.undos })}>{money(report.undone)}</Row>}
          {report.payNows > 0 && <Row term={t('shift.pay-now', { count: report.payNows })}>{money(report.payNow)}</Row>}
          {report.payNowWaits > 0 && <Row term={t('shift.pay-now-waits')}>{money(report.payNowWaits)}</Row>}
        </Rows>
      </section>
      {(report.categories ?? []).length > 0 && (
        <section>
          <h2 className="mb-1 text-lg font-bold">{t('shift.by-offering')}</h2>
          <Rows>
            {(report.categories ?? []).map((category) => (
              <Group key={category.title} title={category.title} sum={money(category.amount)}>
                {(category.offerings ?? []).map((offering) => (
                  <Row
                    key={`${offering.title} ${offering.fund}`}
                    term={`${offering.fund ? t('office.line-fund', { offering: offering.title, fund: offering.fund }) : offering.title} × ${offering.quantity}`}
                    inner
                  >
                    {money(offering.amount)}
                  </Row>
                ))}
              </Group>
            ))}
          </Rows>
        </section>
      )}
      {shift.closedAt && <Pieces report={report} />}
      {!slip && (report.movements ?? []).length > 0 && (
        <section>
          <h2 className="mb-1 text-lg font-bold">{t('shift.movements')}</h2>
          <Rows>
            {(report.movements ?? []).map((move) => (
              <Row
                key={`${move.kind}${move.at}${move.invoice}${move.amount}`}
                term={[
                  time(locale, move.at),
                  t(`shift.move-${move.kind}`),
                  move.receipt || move.invoice,
                  move.payer,
                  move.payerChinese !== move.payer && move.payerChinese,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              >
                {move.kind === 'undone'
                  ? `(${money(move.amount)})`
                  : signed(move.kind === 'refund' ? -move.amount : move.amount)}
              </Row>
            ))}
          </Rows>
        </section>
      )}
    </div>
  )
}

function Pieces({ report }: { report: ShiftReport }) {
  const t = useT()
  const counted = new Map((report.closingCount ?? []).map((piece) => [piece.value, piece.number]))
  return (
    <section className="break-inside-avoid">
      <h2 className="mb-1 text-lg font-bold">{t('shift.counted-pieces')}</h2>
      <Rows>
        {[...notes, ...coins]
          .filter((value) => counted.get(value))
          .map((value) => (
            <Row key={value} term={`${money(value, true)} × ${counted.get(value)}`}>
              {money(value * (counted.get(value) ?? 0))}
            </Row>
          ))}
      </Rows>
    </section>
  )
}

function Rows({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line">{children}</dl>
}

function Group(props: { title: string; sum: string; children: ReactNode }) {
  return (
    <>
      <Row term={props.title} strong>
        {props.sum}
      </Row>
      {props.children}
    </>
  )
}

function Row(props: { term: ReactNode; strong?: boolean; inner?: boolean; children: ReactNode }) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 py-1.5 print:py-px ${props.strong ? 'font-bold' : ''} ${props.inner ? 'pl-4' : ''}`}
    >
      <dt className="min-w-0 break-words">{props.term}</dt>
      <dd className="shrink-0 tabular-nums">{props.children}</dd>
    </div>
  )
}
