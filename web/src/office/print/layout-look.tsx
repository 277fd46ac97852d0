import { useDeferredValue } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLayoutLook, type LayoutDraft, type Script } from './layout-queries.ts'

/** A preview of a layout's page, with sample names; it follows the settings. */
export function LayoutLook({ draft, script, refused }: { draft: LayoutDraft; script: Script; refused: boolean }) {
  const t = useT()
  const look = useLayoutLook(useDeferredValue(draft), script)
  return (
    <figure className="rounded-2xl bg-card p-3 shadow-card">
      {look.data ? (
        <img
          src={look.data}
          alt={t('print.look')}
          className={`block h-auto w-full ${look.isPlaceholderData || refused ? 'opacity-60' : ''}`}
        />
      ) : look.isPending ? (
        <Skeleton lines={8} />
      ) : null}
      <figcaption className="mt-2 text-center text-sm text-ink-2">
        <span role="status">{look.isPending || look.data ? t('print.look-text') : t('print.look-not')}</span>
      </figcaption>
    </figure>
  )
}
