import { useT } from '../../i18n/context.tsx'
import { useKept } from '../../lib/kept.ts'
import { keptMerged } from '../../site/cart/merged.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Says that a login merged an earlier cart with the current one, and asks the visitor to check both. */
export function MergedNotice() {
  const t = useT()
  const [saved, keep] = useKept(keptMerged)
  if (!saved) return null
  return (
    <Notice kind="warning" role="status" title={t('cart.merged', { count: saved })}>
      <p>{t('cart.merged-text')}</p>
      <Button className="mt-3" onClick={() => keep(undefined)}>
        {t('cart.merged-keep')}
      </Button>
    </Notice>
  )
}
