import { useState, type ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { FailureNotice } from '../../forms/failure-notice.tsx'
import { Link } from '../../site/router/link.tsx'
import { usePage } from '../../site/router/payload.tsx'
import { useErrors } from '../../forms/use-errors.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { method, type Cart } from '../../domain/cart.ts'
import { Contact } from './contact.tsx'
import { CashPanel } from './cash-panel.tsx'
import { PayNowPanel, useQrState } from './pay-now-panel.tsx'
import { Section } from './section.tsx'
import { Summary } from './summary.tsx'
import { TransferForm } from './transfer-form.tsx'
import { checkTransfer, declaredOf, transferredAt } from './transfer.ts'
import { fromField, toField } from './transfer-time.ts'
import { useCheckout } from './use-checkout.ts'
import { usePayment } from './use-payment.ts'

/** The checkout of the cart on one page: who pays, how, and the payment. `lines` are the items as shown everywhere. */
export function Checkout(props: { cart: Cart; lines: ReactNode; onPaid?: () => void }) {
  const t = useT()
  const { site } = usePage()
  const { cart, transfer, choose, change, showQr, showingQr, stopRemembering } = useCheckout(props.cart)
  const payment = usePayment({ onBegin: stopRemembering, onPaid: props.onPaid })
  const qr = useQrState(cart)
  const [missed, setMissed] = useErrors()
  const [sends, setSends] = useState(0)
  const total = cart.subTotal
  const pictured = transfer.pictures.length > 0
  const unavailable = cart.items.some((item) => item.state === 'unavailable')

  async function send() {
    const missing = checkTransfer(transfer, total, Date.now())
    setMissed(missing)
    setSends((count) => count + 1)
    if (missing.length > 0) return
    await payment.pay('pay-now', {
      paymentAmount: total,
      currency: 'SGD',
      transactionDateTime: transferredAt(transfer),
      fileId: transfer.fileId,
      declaredAmount: declaredOf(transfer, total),
    })
  }
  const later = () =>
    payment.pay('pay-now', {
      paymentAmount: total,
      currency: 'SGD',
      transactionDateTime: transferredAt(transfer) ?? fromField(toField(Date.now())),
    })

  const errors = missed.length > 0 ? missed : payment.errors
  const methods = [
    { value: String(method.payNow), title: t('checkout.pay-now'), text: t('checkout.pay-now-text') },
    { value: String(method.cash), title: t('checkout.cash'), text: t('checkout.cash-text') },
  ].filter(({ value }) => site.payNow || value !== String(method.payNow))
  return (
    <div className="grid gap-8 lg:grid-cols-[1fr_22rem] lg:items-start lg:gap-10">
      <aside className="lg:sticky lg:top-28 lg:order-last">
        <Summary total={total} lines={props.lines} />
      </aside>
      <div className="min-w-0 space-y-12">
        <div className="space-y-4 empty:hidden">
          <FailureNotice />
        </div>
        {unavailable && (
          <Notice kind="warning" title={t('checkout.unavailable-title')}>
            <p>{t('checkout.unavailable-text')}</p>
            <Link to="cart" className={buttonClass('plain', 'mt-3')}>
              {t('checkout.to-cart')}
            </Link>
          </Notice>
        )}
        {cart.unclaimed && (
          <Notice kind="warning" title={t('checkout.unclaimed', { amount: money(cart.unclaimed.amount) })}>
            {t('checkout.unclaimed-text')}
          </Notice>
        )}
        <Section id="details" number={1} title={t('checkout.details-title')}>
          <Contact />
        </Section>
        <Section id="method" number={2} title={t('checkout.method-title')}>
          <RadioCards
            name="method"
            legend={t('checkout.method-title')}
            hideLegend
            columns={2}
            options={methods}
            value={cart.method ? String(cart.method) : undefined}
            onChange={(value) => choose(Number(value) === method.cash ? method.cash : method.payNow)}
          />
          {cart.method === method.payNow && !unavailable && (
            <PayNowPanel cart={cart} pending={showingQr} onShow={() => void showQr()} />
          )}
        </Section>
        <Section id="pay" number={3} title={t('checkout.pay-title')}>
          {!cart.method && <p className="text-lg text-ink-2">{t('checkout.todo-method')}</p>}
          {cart.method === method.cash && !unavailable && (
            <CashPanel
              total={total}
              pending={payment.pending}
              onPay={() => void payment.pay('cash', { paymentAmount: total, currency: 'SGD' })}
            />
          )}
          {cart.method === method.payNow && qr === 'none' && !pictured && (
            <p className="text-lg text-ink-2">{t('checkout.qr-first')}</p>
          )}
          {cart.method === method.payNow && (qr !== 'none' || pictured) && (
            <div className="card space-y-6 p-5 sm:p-6">
              <ErrorSummary errors={errors} focusKey={sends + payment.refusals} />
              <TransferForm total={total} transfer={transfer} errors={errors} onChange={change} />
              {pictured ? (
                <Button kind="primary" wide pending={payment.pending} onClick={() => void send()}>
                  {t('checkout.send', { amount: money(total) })}
                </Button>
              ) : (
                <div className="border-t border-line pt-5">
                  <Button wide pending={payment.pending} onClick={() => void later()}>
                    {t('checkout.later')}
                  </Button>
                  <p className="mt-2 text-sm text-ink-2">{t('checkout.later-text')}</p>
                </div>
              )}
            </div>
          )}
        </Section>
      </div>
    </div>
  )
}
