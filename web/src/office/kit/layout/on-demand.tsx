import { lazy, Suspense, useState, type ComponentType } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Boundary } from './boundary.tsx'
import { Failed } from '../query/failed.tsx'

/** A chunk failed to load: there is no connection, or the server runs another version. */
class NotLoaded extends Error {}

/**
 * A component whose code loads when it is first rendered; meanwhile a skeleton, or nothing, is shown. If loading fails,
 * the rest of the page keeps everything typed, and this part shows an error with a retry.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: { lines?: number; card?: boolean } = {},
): ComponentType<Props> {
  const fresh = () => ({
    Part: lazy(async () => {
      try {
        return { default: await load() }
      } catch (cause) {
        throw new NotLoaded('a part of the office did not come', { cause })
      }
    }),
  })
  let latest = fresh()
  return function OnDemand(props: Props) {
    const [{ Part }, setPart] = useState(latest)
    const again = async (reset: () => void) => {
      try {
        await load()
      } catch {
        if (await answers()) location.reload() // another version has other files; drafts are saved
        return
      }
      latest = fresh()
      setPart(latest)
      reset()
    }
    return (
      <Boundary
        catches={(error) => error instanceof NotLoaded}
        renderBroken={(error, reset) => <Failed error={error} onAgain={() => void again(reset)} />}
      >
        <Suspense fallback={waiting.lines ? <Skeleton lines={waiting.lines} card={waiting.card} /> : null}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

/** Whether the server is available. */
async function answers(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
