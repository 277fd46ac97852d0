import { useT } from '../i18n/context.tsx'

const widths = ['w-2/3', 'w-full', 'w-5/6', 'w-1/2', 'w-11/12']

/** A loading placeholder of grey lines; it appears after 300 ms, so that fast pages do not flicker. */
export function Skeleton(props: { lines?: number; card?: boolean }) {
  const t = useT()
  return (
    <div className={`late ${props.card ? 'card p-5 sm:p-6' : ''}`}>
      <p className="sr-only" role="status">
        {t('common.loading')}
      </p>
      <div className="animate-breathe space-y-3" aria-hidden="true">
        {Array.from({ length: props.lines ?? 3 }, (_, i) => (
          <div key={i} className={`h-5 rounded-full bg-paper-2 ${widths[i % widths.length]}`} />
        ))}
      </div>
    </div>
  )
}
