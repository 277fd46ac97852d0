import { useId, useState, type DragEvent, type ReactNode } from 'react'
import { useT } from '../i18n/context.tsx'
import { FieldError } from './field.tsx'
import { Icon } from './icon.tsx'

type Props = {
  id?: string
  label: ReactNode
  hint?: ReactNode
  error?: string
  /** The accepted file types, as in <input accept>: image/jpeg,image/png */
  accept?: string
  multiple?: boolean
  /** Disables choosing a file. */
  busy?: boolean
  onFiles: (files: File[]) => void
}

/** A large area to choose files, or to drop them. The parent shows what was chosen. */
export function FileDrop(props: Props) {
  const t = useT()
  const own = useId()
  const id = props.id ?? own
  const [over, setOver] = useState(false)
  const described = [props.hint && `${id}-hint`, props.error && `${id}-error`].filter(Boolean).join(' ')
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(inside && !props.busy)
  }
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length > 0 && !props.busy) props.onFiles(props.multiple ? files : files.slice(0, 1))
  }
  return (
    <div>
      {props.error && <FieldError id={`${id}-error`} text={props.error} />}
      <label
        htmlFor={id}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event)
          take(event.dataTransfer.files)
        }}
        aria-busy={props.busy || undefined}
        className={`relative flex min-h-36 flex-col items-center justify-center gap-2 rounded-card border-2 border-dashed p-5 text-center has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-[#1d1007] ${over ? 'border-cinnabar bg-cinnabar-1' : 'border-line-2 bg-card'} ${props.busy ? 'opacity-60' : ''}`}
      >
        <Icon name="upload" size={34} className="text-cinnabar" />
        <span className="text-lg font-bold">{props.label}</span>
        <span className="hidden text-sm text-ink-2 lg:inline">{t('common.or-drop')}</span>
        <input
          id={id}
          type="file"
          accept={props.accept}
          multiple={props.multiple}
          disabled={props.busy}
          aria-describedby={described || undefined}
          aria-invalid={props.error ? true : undefined}
          className="absolute inset-0 h-full w-full cursor-pointer opacity-0"
          onChange={(event) => {
            take(event.target.files)
            // Reset, so that the same file can be chosen again after a failure.
            event.target.value = ''
          }}
        />
      </label>
      {props.hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-2">
          {props.hint}
        </p>
      )}
    </div>
  )
}
