import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

export type NoticeKind = 'info' | 'success' | 'warning' | 'error'

const looks = {
  info: ['border-gold bg-gold-1', 'text-gold-7', 'info'],
  success: ['border-jade bg-jade-1', 'text-jade', 'check'],
  warning: ['border-gold-7 bg-gold-1', 'text-gold-7', 'warning'],
  error: ['border-cinnabar bg-cinnabar-1', 'text-cinnabar', 'warning'],
} as const satisfies Record<NoticeKind, readonly [string, string, IconName]>

/** A persistent notice on a page. */
export function Notice(props: {
  kind?: NoticeKind
  title?: ReactNode
  children?: ReactNode
  role?: 'status' | 'alert'
}) {
  const [box, tone, icon] = looks[props.kind ?? 'info']
  return (
    <div role={props.role} className={`flex gap-3 rounded-2xl border-l-4 p-4 sm:p-5 ${box}`}>
      <Icon name={icon} className={`mt-0.5 shrink-0 ${tone}`} />
      <div className="min-w-0 grow">
        {props.title && <p className="text-lg font-bold leading-snug">{props.title}</p>}
        {props.children && <div className={props.title ? 'mt-1' : undefined}>{props.children}</div>}
      </div>
    </div>
  )
}
