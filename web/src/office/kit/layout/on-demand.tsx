import { lazy, Suspense, useState, type ComponentType } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Boundary } from './boundary.tsx'
import { Failed } from '../query/failed.tsx'

/** The code of a part did not come: there is no connection, or a program of another version answers. */
class NotLoaded extends Error {}

/**
 * A part whose code is loaded when it is first shown; meanwhile there are grey lines in its place, or nothing. Where the
 * code does not come, the rest of the page stands with all that was typed: that is said in the part's place, with another try.
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
        if (await answers()) location.reload() // another version has other files; drafts are kept
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

/** Whether the program is there. */
async function answers(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
