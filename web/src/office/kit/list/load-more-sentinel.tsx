import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { rowsAtOnce, type IncrementalList } from './use-incremental-list.ts'
import { useNear } from './use-near.ts'

/**
 * The end of an incrementally rendered list: shows how much is rendered, and renders the next part when it scrolls
 * near. Empty for a short list.
 */
export function LoadMoreSentinel({ drawn }: { drawn: Pick<IncrementalList<unknown>, 'rows' | 'total' | 'more'> }) {
  const t = useT()
  const near = useNear(drawn.more)
  const shown = drawn.rows.length
  if (drawn.total <= rowsAtOnce) return null
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="text-ink-2" role="status">
        {t('office.shown', { shown, total: drawn.total })}
      </p>
      {shown < drawn.total && (
        <>
          <Button onClick={drawn.more}>{t('office.show-more')}</Button>
          {/* Observed again after each part, which may leave the end in view on a tall screen. */}
          <span key={shown} ref={near} />
        </>
      )}
    </div>
  )
}
