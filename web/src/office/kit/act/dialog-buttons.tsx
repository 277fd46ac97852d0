import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import { ActState, type State } from './act-state.tsx'

type Props = {
  label: string
  act: { pending: boolean } & State
  onClose: () => void
  /** The way back, where “Cancel” would be taken for what the dialog does. */
  back?: string
  /** What the button does; without it, it submits the form. */
  onPress?: () => void
  kind?: 'primary' | 'danger'
  icon?: IconName
  disabled?: boolean
  className?: string
}

/** The end of a dialog: what became of the last press, the way back, and the button for what the dialog is about. */
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
