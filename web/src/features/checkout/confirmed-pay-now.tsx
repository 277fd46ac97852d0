import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TransferStep } from './transfer-step.tsx'
import { useConfirmedCode } from './use-confirmed-code.ts'

type Props = {
  invoiceId: string
  /** The amount due, in cents. */
  total: number
  /** What to show at the counter. */
  counter: ReactNode
  /** PayNow by screenshot. `code`: with the temple's own code, for a transfer that was not made yet. */
  renderByHand: (code: boolean) => ReactNode
}

/**
 * PayNow with a code of the payment provider: the page goes on when the provider confirms the payment. Screenshot,
 * reference and counter are one press away, and without the provider the order is paid as always.
 */
export function ConfirmedPayNow({ invoiceId, total, counter, renderByHand }: Props) {
  const t = useT()
  const { state, again } = useConfirmedCode(invoiceId)
  const [stuck, setStuck] = useState(false)
  const [moves, setMoves] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (moves > 0) heading.current?.focus()
  }, [moves])

  function show(next: boolean) {
    setStuck(next)
    setMoves((count) => count + 1)
  }
  if (state.is === 'asking') return <Skeleton lines={4} />
  if (!state.code) return renderByHand(true)
  const title = 'text-2xl outline-none'
  const nothing = (
    <Button wide onClick={() => show(true)}>
      {t('checkout.confirm-nothing')}
    </Button>
  )
  if (stuck)
    return (
      <div className="space-y-5">
        <h3 ref={heading} tabIndex={-1} className={title}>
          {t('checkout.confirm-nothing')}
        </h3>
        <p>{t('checkout.confirm-nothing-text')}</p>
        {renderByHand(false)}
        {counter}
        <p className="text-center">
          <button type="button" className="link touch font-semibold" onClick={() => show(false)}>
            {t('checkout.back-to-code')}
          </button>
        </p>
      </div>
    )
  return (
    <div className="space-y-4">
      <h3 ref={heading} tabIndex={-1} className={title}>
        {t('checkout.transfer-heading', { amount: money(total) })}
      </h3>
      {state.is === 'over' ? (
        <>
          <Notice kind="warning" title={t('checkout.qr-over-title')}>
            {t('checkout.qr-over-text', { amount: money(state.code.amount) })}
          </Notice>
          <Button kind="primary" wide onClick={again}>
            {t('checkout.qr-new')}
          </Button>
        </>
      ) : (
        <>
          <TransferStep code={{ ...state.code, qrExpiresAt: state.code.expiresAt }} confirmed />
          <p role="status" className="flex items-center gap-3 rounded-2xl bg-gold-1 p-4 text-lg font-semibold">
            <Icon name="clock" className="shrink-0" />
            {t('checkout.confirm-waiting')}
          </p>
        </>
      )}
      {nothing}
    </div>
  )
}
