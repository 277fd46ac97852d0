import type { ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { ListTabs } from '../kit/list/list-tabs.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'

const ways = [
  { id: 'scan', to: '/counter' },
  { id: 'quick', to: '/walk-in' },
  { id: 'full', to: '/walk-in/items' },
] as const

type Props = {
  here: (typeof ways)[number]['id']
  title: string
  keepFocus?: boolean
  /** Buttons at the end of the row. */
  children?: ReactNode
}

/**
 * The top of each counter page: links to an existing order, the quick sale and the full form, always in the same
 * position, beside the title.
 */
export function CounterTop({ here, title, keepFocus, children }: Props) {
  const t = useT()
  return (
    <div className="mb-3.5 flex flex-wrap items-center gap-x-5 gap-y-3">
      <ListTabs
        label={t('counter.ways')}
        tabs={ways.map(({ id, to }) => ({ id, to, text: t(`counter.way-${id}`), here: id === here }))}
      />
      <div className="min-w-0 grow">
        <PageTop title={title} keepFocus={keepFocus} slim />
      </div>
      {children}
    </div>
  )
}
