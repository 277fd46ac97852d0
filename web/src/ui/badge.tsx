import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

const tones = {
  good: 'bg-jade-1 text-jade',
  wait: 'bg-gold-1 text-gold-7',
  act: 'bg-cinnabar-1 text-cinnabar',
  over: 'bg-paper-2 text-ink-2',
  strong: 'bg-gold-3 text-lacquer',
  dark: 'bg-lacquer text-gold-1',
  alarm: 'bg-cinnabar text-[#fff8ea]',
}

/** The meaning of a badge's colour: done, waiting, needs action, over; `strong` and `dark` stand out. */
export type BadgeTone = keyof typeof tones

const sizes = { normal: 'px-3 py-1 text-sm', low: 'px-2.5 py-0.5 text-sm', small: 'px-3 py-1 text-xs' }

type Props = { tone: BadgeTone; icon?: IconName; size?: keyof typeof sizes; className?: string; children: ReactNode }

/** A state as a short label. Its colour adds no information. */
export function Badge({ tone, icon, size = 'normal', className = '', children }: Props) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full font-bold ${sizes[size]} ${tones[tone]} ${className}`}
    >
      {icon && <Icon name={icon} size={18} className="shrink-0" />}
      {children}
    </span>
  )
}
