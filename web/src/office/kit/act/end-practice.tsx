import { api } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { ActState } from './act-state.tsx'
import { useActOnce } from './use-act-once.ts'

/** Deletes the user's practice page. */
export function EndPractice({ words, onDone }: { words: string; onDone: () => void }) {
  const end = useActOnce(
    (_: Record<string, never>, idempotencyKey) => api.post('/api/admin/practice/end', { idempotencyKey }),
    onDone,
    'records',
  )
  return (
    <>
      <Button kind="quiet" pending={end.pending} onClick={() => void end.send({})}>
        {words}
      </Button>
      <ActState act={end} />
    </>
  )
}
