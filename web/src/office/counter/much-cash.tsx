import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { wantsFocus } from '../kit/act/wants-focus.ts'
import { cashOf } from './cash.ts'

type Props = {
  open: boolean
  /** The amount due, in cents. */
  due: number
  given: number | null
  onTake: () => void
  onBack: () => void
}

/** Asks for confirmation before an amount is booked that is probably a typing error. */
export function MuchCash({ open, due, given, onTake, onBack }: Props) {
  const t = useT()
  return (
    <Dialog open={open} onClose={onBack} title={open ? t('counter.much-ask', { given: money(given ?? 0) }) : ''}>
      {open && (
        <>
          <p className="text-lg">
            {t('counter.much-text', { due: money(due), change: money(cashOf(due, given ?? 0).change) })}
          </p>
          <div className="mt-5 flex flex-wrap justify-end gap-3">
            <Button ref={wantsFocus} onClick={onBack}>
              {t('office.back')}
            </Button>
            <Button kind="primary" onClick={onTake}>
              {t('counter.much-do', { given: money(given ?? 0) })}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
