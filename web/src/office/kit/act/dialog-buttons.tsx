import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import { ActState, type State } from './act-state.tsx'

type Props = {
  label: string
  act: { pending: boolean } & State
  onClose: () => void
  /** The label of the back button, if "Cancel" could be mistaken for the dialog's action. */
  back?: string
  /** The action of the button; without it, it submits the form. */
  onPress?: () => void
  kind?: 'primary' | 'danger'
  icon?: IconName
  disabled?: boolean
  className?: string
}

/** The end of a dialog: the result of the last attempt, the back button, and the main button. */
export function DialogButtons({ label, act, onClose, back, onPress, className = '', ...button }: Props) {
  const t = useT()
  const { pending, unsent = false } = act
  return (
    <>
      <ActState act={act} />
      <div className={`flex flex-wrap justify-end gap-3 ${className}`}>
        {!unsent && <Button onClick={onClose}>{back ?? t('common.cancel')}</Button>}
        <Button type={onPress ? 'button' : 'submit'} kind="primary" onClick={onPress} pending={pending} {...button}>
          {unsent ? t('common.try-again') : label}
        </Button>
      </div>
    </>
  )
}
