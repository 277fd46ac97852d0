import type { ReactNode } from 'react'
import { buttonClass, type ButtonKind } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

type Props = {
  id: string
  kind?: ButtonKind
  icon?: IconName
  /** The accepted file types, as in <input accept>: image/jpeg,image/png */
  accept?: string
  multiple?: boolean
  /** Opens the device's camera instead of its files. */
  capture?: 'environment'
  /** Disables choosing a file. */
  busy?: boolean
  className?: string
  describedBy?: string
  invalid?: boolean
  onFiles: (files: File[]) => void
  children: ReactNode
}

/** A button that opens the file picker. The parent shows what was chosen. */
export function FileButton(props: Props) {
  return (
    <label
      htmlFor={props.id}
      aria-busy={props.busy || undefined}
      className={buttonClass(
        props.kind,
        `relative has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-[#1d1007] ${props.busy ? 'opacity-60' : ''} ${props.className ?? ''}`,
      )}
    >
      {props.icon && <Icon name={props.icon} className="shrink-0" />}
      {props.children}
      <input
        id={props.id}
        type="file"
        accept={props.accept}
        multiple={props.multiple}
        capture={props.capture}
        disabled={props.busy}
        aria-describedby={props.describedBy}
        aria-invalid={props.invalid || undefined}
        className="absolute inset-0 h-full w-full cursor-pointer opacity-0"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          if (files.length > 0 && !props.busy) props.onFiles(props.multiple ? files : files.slice(0, 1))
          // Reset, so that the same file can be chosen again after a failure.
          event.target.value = ''
        }}
      />
    </label>
  )
}
