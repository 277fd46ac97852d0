import type { ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { FailureNotice } from '../../forms/failure-notice.tsx'
import { Link } from '../../site/router/link.tsx'
import { usePage } from '../../site/router/payload.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { method, type Cart } from '../../domain/cart.ts'
import { Contact } from './contact.tsx'
import { CashPanel } from './cash-panel.tsx'
import { ConfirmedPanel } from './confirmed-panel.tsx'
import { NoCode } from './no-code.tsx'
import { PayNow } from './pay-now.tsx'
import { Section } from './section.tsx'
import { Summary } from './summary.tsx'
import { saidOf } from './transfer.ts'
import { fromField, toField } from './transfer-time.ts'
import { useSession } from '../../site/session/session.tsx'
import { useCheckout } from './use-checkout.ts'
import { usePayment } from './use-payment.ts'
import { useQrState } from './use-qr-state.ts'

/** The checkout of the cart on one page: contact, method and payment. `lines` are the items as shown elsewhere. */
export function Checkout({ cart, lines, onPaid }: { cart: Cart; lines: ReactNode; onPaid?: () => void }) {
  const t = useT()
  const { site } = usePage()
  const { chosen, transfer, choose, change, showQr, showingQr, stopRemembering } = useCheckout(cart)
  const total = cart.subTotal
  const payment = usePayment({ amount: total, onBegin: stopRemembering, onPaid })
  const qr = useQrState(cart)
  const payer = useSession().user?.name ?? ''
  const pictured = transfer.pictures.length > 0
  const unavailable = cart.items.some((item) => item.state === 'unavailable')

  const later = () =>
    payment.pay('pay-now', {
      transactionDateTime: saidOf(transfer).transactionDateTime ?? fromField(toField(Date.now())),
    })
  // Whoever has seen the temple's own code may have scanned it, and goes on with it.
  const confirmed = site.confirms && chosen === method.payNow && qr === 'none' && !pictured && !unavailable
  const methods = [
    { value: String(method.payNow), title: t('checkout.pay-now'), text: t('checkout.pay-now-text') },
    { value: String(method.cash), title: t('checkout.cash'), text: t('checkout.cash-text') },
  ].filter(({ value }) => site.payNow || value !== String(method.payNow))
  return (
    <div className="grid gap-8 lg:grid-cols-[1fr_22rem] lg:items-start lg:gap-10">
      <aside className="lg:sticky lg:top-28 lg:order-last">
        <Summary total={total} lines={lines} />
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
            value={chosen ? String(chosen) : undefined}
            onChange={(value) => choose(Number(value) === method.cash ? method.cash : method.payNow, !unavailable)}
          />
        </Section>
        <Section id="pay" number={3} title={t('checkout.pay-title')}>
          {!chosen && <p className="text-lg text-ink-2">{t('checkout.choose-method')}</p>}
          {chosen === method.cash && !unavailable && (
            <CashPanel total={total} pending={payment.pending} onPay={() => payment.pay('cash')} />
          )}
          {confirmed && <ConfirmedPanel total={total} pending={payment.pending} onOrder={later} />}
          {chosen === method.payNow && !confirmed && (!unavailable || pictured) && (
            <div className="card p-5 sm:p-6">
              <PayNow
                total={total}
                reference={cart.hold?.reference ?? cart.paymentReference}
                code={qr === 'live' ? cart.hold : undefined}
                noCode={unavailable ? undefined : <NoCode cart={cart} qr={qr} pending={showingQr} onShow={showQr} />}
                untouched={qr === 'none' && !pictured}
                transfer={transfer}
                payer={payer}
                form={payment}
                later={
                  <>
                    <Button kind="quiet" wide pending={payment.pending} onClick={later}>
                      {t('checkout.later')}
                    </Button>
                    <p className="text-sm text-ink-2">{t('checkout.later-text')}</p>
                  </>
                }
                onChange={change}
                onSend={() => payment.send(transfer, payer)}
              />
            </div>
          )}
        </Section>
      </div>
    </div>
  )
}
