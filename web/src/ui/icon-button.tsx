import type { ButtonHTMLAttributes, ReactElement, Ref } from 'react'
import { Icon, type IconName } from './icon.tsx'

type Look = {
  /** The style for a dark background. */
  dark?: boolean
  big?: boolean
}

/** The classes of an icon button, for links that look like one. */
export function iconButtonClass({ dark = false, big = false }: Look = {}, more = ''): string {
  const hover = dark ? 'hover:bg-white/15' : 'hover:bg-gold-1'
  return `grid ${big ? 'h-12 w-12' : 'h-11 w-11'} shrink-0 place-items-center rounded-full ${hover} disabled:opacity-40 disabled:hover:bg-transparent ${more}`.trim()
}

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> &
  Look & {
    /** The icon, by name or as an element. */
    icon: IconName | ReactElement
    /** What the button does, as the accessible name for screen readers. */
    label: string
    ref?: Ref<HTMLButtonElement>
  }

/** A round button with only an icon. */
export function IconButton({ icon, label, dark, big, className, type = 'button', ...rest }: Props) {
  return (
    // oxlint-disable-next-line react/button-has-type -- "button" by default
    <button type={type} className={iconButtonClass({ dark, big }, className)} {...rest}>
      {typeof icon === 'string' ? <Icon name={icon} /> : icon}
      <span className="sr-only">{label}</span>
    </button>
  )
}
