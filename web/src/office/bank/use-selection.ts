import { useState } from 'react'
import type { Line } from './bank-queries.ts'

/** Which lines are settled together: certain ones are selected from the start, others are added by hand. */
export type Selection = {
  has: (line: Line) => boolean
  pick: (line: Line, picked: boolean) => void
  pickCertain: (picked: boolean) => void
  clear: () => void
  /** No certain line was unselected, so those not loaded are included. */
  allCertain: boolean
  /** Ids of added lines. */
  added: ReadonlySet<string>
}

const certain = (line: Line) => line.state === 'open' && line.class === 'certain'

const changed = (set: ReadonlySet<string>, id: string, has: boolean) => {
  const next = new Set(set)
  if (has) next.add(id)
  else next.delete(id)
  return next
}

/** Stores which certain lines were unselected, and which others were selected. */
export function useSelection(): Selection {
  const [out, setOut] = useState<ReadonlySet<string> | 'all'>(new Set())
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  return {
    has: (line) => (certain(line) && out !== 'all' && !out.has(line.id)) || added.has(line.id),
    pick: (line, picked) => {
      if (certain(line) && out !== 'all') setOut(changed(out, line.id, !picked))
      else setAdded(changed(added, line.id, picked))
    },
    pickCertain: (picked) => setOut(picked ? new Set() : 'all'),
    clear: () => {
      setOut('all')
      setAdded(new Set())
    },
    allCertain: out !== 'all' && out.size === 0,
    added,
  }
}
