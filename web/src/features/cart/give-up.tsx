import { useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Empties the cart after confirmation. */
export function GiveUp({ count, onGiveUp }: { count: number; onGiveUp: () => Promise<void> }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const [pending, setPending] = useState(false)
  return (
    <>
      <button
        type="button"
        className="link mt-1 inline-flex min-h-11 items-center text-sm"
        onClick={() => setAsking(true)}
      >
        {t('cart.give-up')}
      </button>
      <Dialog open={asking} onClose={() => setAsking(false)} title={t('cart.give-up-title')}>
        <p className="text-lg">{t('cart.give-up-text', { count })}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button kind="primary" onClick={() => setAsking(false)}>
            {t('cart.keep')}
          </Button>
          <Button
            kind="danger"
            pending={pending}
            onClick={async () => {
              setPending(true)
              await onGiveUp()
              setPending(false)
              setAsking(false)
            }}
          >
            {t('cart.give-up-sure')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
