import type { IconName } from '../../ui/icon.tsx'
import type { Today } from './today-page.tsx'

/** The sign of each thing that waits, and where it is dealt with. */
export const kinds: Record<Today['waiting'][number]['what'], { icon: IconName; to: string }> = {
  transfers: { icon: 'receipt', to: '/payments' },
  late: { icon: 'clock', to: '/late' },
  letters: { icon: 'warning', to: '/letters' },
  inbox: { icon: 'mail', to: '/inbox' },
  'walk-ins': { icon: 'lamp', to: '/walk-in/waiting' },
  problems: { icon: 'warning', to: '/pages' },
  drafts: { icon: 'edit', to: '/pages' },
  older: { icon: 'swap', to: '/pages' },
  missing: { icon: 'warning', to: '/pages' },
  differences: { icon: 'warning', to: '/counter' },
  bank: { icon: 'download', to: '/bank' },
  pictures: { icon: 'picture', to: '/pictures' },
  shift: { icon: 'heart', to: '/counter' },
  cash: { icon: 'cart', to: '/orders?show=outstanding' },
  names: { icon: 'eye', to: '/ceremonies' },
  undone: { icon: 'check', to: '/ceremonies' },
  staff: { icon: 'user', to: '/staff' },
  imports: { icon: 'table', to: '/imports' },
}
