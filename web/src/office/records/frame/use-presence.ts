import { useEffect, useState } from 'react'
import { api, newIdempotencyKey } from '../../../api/client.ts'
import type { Detail } from '../record-queries.ts'

type Others = Detail['others']

const every = 15_000 // the server counts somebody as there for 45 seconds

/** Says which field one is in, and tells who else is in the record. It locks nothing. */
export function usePresence(id: string, field: string, first: Others): Others {
  const [here, setHere] = useState(first)
  useEffect(() => {
    let gone = false
    const say = async (leave?: true) => {
      try {
        const result = await api.post('/api/admin/record/{id}/presence', {
          params: { id },
          body: { field, leave },
          idempotencyKey: newIdempotencyKey(), // said twice, it is the same
        })
        if (result.status === 200 && !gone) setHere(result.value.others)
      } catch {
        // It is said again in a moment.
      }
    }
    void say()
    const timer = setInterval(() => void say(), every)
    return () => {
      gone = true
      clearInterval(timer)
      void say(true)
    }
  }, [id, field])
  return here
}
