import type { IconName } from '../../ui/icon.tsx'
import type { Today } from './today-queries.ts'

type Waiting = Today['waiting'][number]

/** The icon of each kind of open task, and the path where it is done. */
export const kinds: Record<Waiting['what'], { icon: IconName; to: string }> = {
  transfers: { icon: 'receipt', to: '/payments' },
  late: { icon: 'clock', to: '/late' },
  letters: { icon: 'warning', to: '/letters' },
  inbox: { icon: 'mail', to: '/inbox' },
  alike: { icon: 'mail', to: '/inbox' },
  answers: { icon: 'warning', to: '/inbox' },
  'walk-ins': { icon: 'lamp', to: '/walk-in/waiting' },
  problems: { icon: 'warning', to: '/pages' },
  drafts: { icon: 'edit', to: '/pages' },
  older: { icon: 'swap', to: '/pages' },
  missing: { icon: 'warning', to: '/pages' },
  differences: { icon: 'warning', to: '/counter' },
  bank: { icon: 'bank', to: '/bank' },
  'bank-lines': { icon: 'bank', to: '/bank' },
  'bank-rows': { icon: 'bank', to: '/bank' },
  'bank-files': { icon: 'bank', to: '/bank' },
  pictures: { icon: 'picture', to: '/pictures' },
  shift: { icon: 'cash', to: '/counter' },
  cash: { icon: 'cash', to: '/orders?show=outstanding' },
  names: { icon: 'bell', to: '/ceremonies' },
  'late-names': { icon: 'clock', to: '/ceremonies' },
  papers: { icon: 'print', to: '/ceremonies' },
  'late-refunds': { icon: 'undo', to: '/ceremonies?which=refund' },
  undone: { icon: 'check', to: '/ceremonies' },
  staff: { icon: 'people', to: '/staff' },
  imports: { icon: 'table', to: '/imports' },
}

/** The path for an open task: the very list or shift if there is one. */
export function addressOf({ what, id }: Waiting): string {
  const { to } = kinds[what]
  if (!id) return to
  if (['answers', 'imports', 'bank-lines', 'bank-rows', 'bank-files'].includes(what)) return `${to}/${id}`
  if (what === 'alike') return `${to}/${id}?tab=spam`
  if (what === 'names') return `${to}/${id}?check=collected`
  if (what === 'late-names') return `${to}/${id}?state=late`
  if (what === 'papers') return `${to}/${id}?state=take-out`
  return `/counter/${id}`
}
