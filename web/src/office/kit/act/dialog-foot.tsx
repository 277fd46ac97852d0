import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { ActState } from './act-state.tsx'
import type { Act } from './use-act.ts'

type Props = {
  label: string
  act: Omit<Act<never>, 'send'>
  onClose: () => void
  /** The way back, where “Cancel” would be taken for what the form does. */
  back?: string
}

/** The end of a form in a dialog: what became of the last press, and the ways on. */
export function DialogFoot({ label, act, onClose, back }: Props) {
  const t = useT()
  return (
    <div className="sticky bottom-0 -mx-5 -mb-5 space-y-3 bg-card px-5 py-4 sm:-mx-6 sm:-mb-6 sm:px-6">
      <ActState act={act} />
      <div className="flex flex-wrap justify-end gap-3">
        {!act.unsent && <Button onClick={onClose}>{back ?? t('common.cancel')}</Button>}
        <Button type="submit" kind="primary" pending={act.pending}>
          {act.unsent ? t('common.try-again') : label}
        </Button>
      </div>
    </div>
  )
}
