import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { ageOf } from '../kit/age.ts'
import { signed } from '../kit/signed.ts'
import type { Today } from './today-page.tsx'

type Waiting = Today['waiting'][number]

const kinds: Record<Waiting['what'], { icon: IconName; to: string }> = {
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
}

/** Something that waits: how much, since when, and the one way to it. */
export function WaitingCard({ waiting, now, first }: { waiting: Waiting; now: string; first: boolean }) {
  const t = useT()
  const locale = useLocale()
  const { what, count, since, sum, id, names } = waiting
  const { icon } = kinds[what]
  const to = id ? `/counter/${id}` : kinds[what].to
  const age = since && what !== 'bank' && ageOf(since, Date.parse(now))
  return (
    <li className="card flex flex-wrap items-center gap-x-5 gap-y-3 p-4 sm:p-5">
      <span
        className={`grid size-14 shrink-0 place-items-center rounded-2xl ${first ? 'bg-cinnabar-1 text-cinnabar' : 'bg-gold-1 text-gold-7'}`}
      >
        <Icon name={icon} />
      </span>
      <div className="min-w-0 grow basis-56">
        <h2 className="font-sans text-lg font-bold">
          {t(`today.${what}`, { count })}
          {sum ? `, ${what === 'differences' ? signed(sum) : money(sum)}` : ''}
        </h2>
        {names && <p>{names.map((name) => name[locale] || name.en || name.zh).join(' · ')}</p>}
        <p className="text-ink-2">
          {age ? t(`today.oldest-${age.unit}`, { count: age.count }) : t(`today.${what}-text`)}
        </p>
      </div>
      <Link href={to} className={buttonClass(first ? 'primary' : 'plain')} aria-label={t(`today.${what}-go`)}>
        {t('today.go')}
      </Link>
    </li>
  )
}
