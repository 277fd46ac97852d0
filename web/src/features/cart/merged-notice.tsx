import { useEffect, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { mergedItems, tellMerged } from '../../site/cart/merged.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Says that a login put a saved cart beside what was just chosen, and asks to look through both. */
export function MergedNotice() {
  const t = useT()
  const [saved, setSaved] = useState(0)
  // oxlint-disable-next-line react/set-state-in-effect -- what was kept is read once the page is drawn as the server drew it
  useEffect(() => setSaved(mergedItems()), [])
  if (saved === 0) return null
  return (
    <Notice kind="warning" role="status" title={t('cart.merged', { count: saved })}>
      <p>{t('cart.merged-text')}</p>
      <Button
        className="mt-3"
        onClick={() => {
          tellMerged(undefined)
          setSaved(0)
        }}
      >
        {t('cart.merged-keep')}
      </Button>
    </Notice>
  )
}
