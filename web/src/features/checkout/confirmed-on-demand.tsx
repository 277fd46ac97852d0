import { useEffect, useState, type ComponentProps } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { ConfirmedPayNow } from './confirmed-pay-now.tsx'

/** {@link ConfirmedPayNow}, loaded when it is shown, because most temples have no payment provider. */
export function ConfirmedOnDemand(props: ComponentProps<typeof ConfirmedPayNow>) {
  const [part, setPart] = useState<{ Shown?: typeof ConfirmedPayNow }>()
  useEffect(() => {
    import('./confirmed-pay-now.tsx').then(
      (loaded) => setPart({ Shown: loaded.ConfirmedPayNow }),
      () => setPart({}),
    )
  }, [])
  if (!part) return <Skeleton lines={4} />
  return part.Shown ? <part.Shown {...props} /> : props.renderByHand(true)
}
