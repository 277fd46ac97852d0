import { useEffect, useState } from 'react'
import { api, newIdempotencyKey } from '../../../api/client.ts'
import type { Detail } from '../record-queries.ts'

type Others = Detail['others']

const every = 15_000 // on the server, presence lasts 45 seconds

/** Reports which field has the cursor, and returns who else is in the record. It locks nothing. */
export function usePresence(id: string, field: string, first: Others): Others {
  const [here, setHere] = useState(first)
  useEffect(() => {
    let gone = false
    const say = async (leave?: true) => {
      try {
        const result = await api.post('/api/admin/record/{id}/presence', {
          params: { id },
          body: { field, leave },
          idempotencyKey: newIdempotencyKey(), // repeating it changes nothing
        })
        if (result.status === 200 && !gone) setHere(result.value.others)
      } catch {
        // The next interval tries again.
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
