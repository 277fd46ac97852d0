import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'

type Props = {
  shown: number
  /** Absent until they are counted. */
  of?: { total: number; more: boolean }
  onMore?: () => void
  pending: boolean
}

/** The foot of a list that goes by key: how many there are, and the way to the next of them. */
export function MoreRows({ shown, of, onMore, pending }: Props) {
  const t = useT()
  if (shown === 0) return null
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-3">
      <p className="text-ink-2" role="status">
        {of && t(of.more ? 'orders.shown-more' : 'orders.shown', { shown, total: Math.max(of.total, shown) })}
      </p>
      {onMore && (
        <Button onClick={onMore} pending={pending}>
          {t('orders.more')}
        </Button>
      )}
    </div>
  )
}
