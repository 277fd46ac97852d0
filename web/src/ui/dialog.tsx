import { useEffect, useId, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { useT } from '../i18n/context.tsx'
import { focusFirstField } from './first-field.ts'
import { IconButton } from './icon-button.tsx'
import { openModal } from './dialog-stack.ts'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  /** Whether the dialog slides in from the right over the whole height, like a menu. */
  side?: boolean
  /** Whether the dialog is wide enough for two columns. */
  wide?: boolean
  children: ReactNode
}

/**
 * A modal dialog based on <dialog>: it traps the focus, initially on its first field, and Escape, the close button and
 * a click outside close it.
 */
export function Dialog({ open, onClose, title, side = false, wide = false, children }: Props) {
  const t = useT()
  const heading = useId()
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = box.current
    if (!open || !dialog) {
      if (dialog?.open) dialog.close()
      return undefined
    }
    const closed = openModal(dialog)
    const leaveFocus = focusFirstField(dialog)
    return () => {
      leaveFocus()
      closed()
    }
  }, [open])
  // The browser dispatches `close` in a later task. Escape is handled before it: otherwise pressing Escape and
  // reopening at once would be followed by an outdated close event. Once the parent has closed it, the event is ignored:
  // the parent may have opened another dialog. A file input also fires `cancel` when its picker is dismissed; that event
  // bubbles here.
  const cancelled = (event: SyntheticEvent) => {
    if (event.target !== box.current) return
    event.preventDefault()
    onClose()
  }
  // A click outside closes the dialog only if it starts and ends there: when text is selected with the pointer and
  // released outside, the browser dispatches a click to the dialog itself.
  const beside = useRef(false)
  const beginPress = (event: SyntheticEvent) => {
    beside.current = event.target === box.current
  }
  const endPress = (event: SyntheticEvent) => {
    beside.current &&= event.target === box.current
  }
  const shape = side
    ? 'm-0 ml-auto h-dvh max-h-none w-[22rem] max-w-[88vw]'
    : `m-auto max-h-[90dvh] max-w-[calc(100vw-2rem)] rounded-card ${wide ? 'w-[67rem]' : 'w-[34rem]'}`
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Escape closes every dialog
    <dialog
      ref={box}
      aria-labelledby={heading}
      className={`${shape} animate-rise bg-card p-0 text-ink backdrop:bg-lacquer/60`}
      onCancel={cancelled}
      onClose={() => open && !box.current?.open && onClose()}
      onPointerDown={beginPress}
      onPointerUp={endPress}
      onClick={(event) => event.target === box.current && beside.current && onClose()}
    >
      <div className="flex min-h-full flex-col p-5 sm:p-6">
        <div className="mb-4 flex items-start justify-between gap-4">
          <h2 id={heading} className="text-2xl">
            {title}
          </h2>
          <IconButton icon="close" big label={t('common.close')} className="-m-1" onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  )
}
