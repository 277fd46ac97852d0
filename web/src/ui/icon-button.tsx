import type { ButtonHTMLAttributes, ReactElement, Ref } from 'react'
import { Icon, type IconName } from './icon.tsx'

type Look = {
  /** It stands on a dark ground. */
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
    /** By its name, or drawn. */
    icon: IconName | ReactElement
    /** Says what it does to those who do not see the icon. */
    label: string
    ref?: Ref<HTMLButtonElement>
  }

/** A round button with an icon alone. */
export function IconButton({ icon, label, dark, big, className, type = 'button', ...rest }: Props) {
  return (
    // oxlint-disable-next-line react/button-has-type -- a plain button, unless its caller says otherwise
    <button type={type} className={iconButtonClass({ dark, big }, className)} {...rest}>
      {typeof icon === 'string' ? <Icon name={icon} /> : icon}
      <span className="sr-only">{label}</span>
    </button>
  )
}
