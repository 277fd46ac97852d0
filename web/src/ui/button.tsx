import type { ButtonHTMLAttributes, Ref } from 'react'
import { Icon, type IconName } from './icon.tsx'

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger'

const looks = { primary: 'btn-1', plain: 'btn-2', quiet: 'btn-3', danger: 'btn-2 text-cinnabar' } satisfies Record<
  ButtonKind,
  string
>

/** The classes of a button, for links that look like one. */
export function buttonClass(kind: ButtonKind = 'plain', more = ''): string {
  return `btn ${looks[kind]} ${more}`.trim()
}

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: ButtonKind
  icon?: IconName
  /** While work is pending, the button keeps its place and focus, and further clicks are ignored. */
  pending?: boolean
  wide?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  kind = 'plain',
  icon,
  pending = false,
  wide = false,
  className = '',
  children,
  onClick,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- "button" by default
      type={type}
      className={buttonClass(kind, `${wide ? 'w-full' : ''} ${className}`)}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={(event) => (pending ? event.preventDefault() : onClick?.(event))}
      {...rest}
    >
      {pending ? (
        <span
          className="h-5 w-5 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent"
          aria-hidden="true"
        />
      ) : (
        icon && <Icon name={icon} className="shrink-0" />
      )}
      {children}
    </button>
  )
}
