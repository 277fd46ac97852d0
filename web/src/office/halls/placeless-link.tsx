import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { thousands } from '../../i18n/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { placelessQuery } from './hall-queries.ts'

/** A link to the lamps without a position, with their number; renders nothing if there are none. */
export function PlacelessLink() {
  const t = useT()
  const { data } = useQuery(placelessQuery)
  const count = data?.items.reduce((sum, { waiting }) => sum + waiting, 0) ?? 0
  if (count === 0) return null
  return (
    <Link href="/halls?waiting=" className={buttonClass()}>
      {t('halls.placeless')}
      <span className="rounded-full bg-cinnabar px-2 text-sm text-[#fff8ea]">
        {thousands(count)}
        {data?.items.some(({ more }) => more) && '+'}
      </span>
    </Link>
  )
}
