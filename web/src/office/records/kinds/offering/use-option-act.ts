import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../../api/client.ts'
import type { MessageKey } from '../../../../i18n/messages.ts'
import { toast } from '../../../../ui/toast-store.ts'
import { refresh } from '../../../kit/query/refresh.ts'
import { useActOnce } from '../../../kit/act/use-act-once.ts'

type Change = { change?: number; remaining?: number; unlimited?: boolean; active?: boolean }

/** Changes the stock of an option and whether it is on sale, for visitors at once. */
export function useOptionAct(offeringId: string, optionId: string, onDone: () => void = () => undefined) {
  const client = useQueryClient()
  return useActOnce(
    (body: Change, idempotencyKey) =>
      api.put('/api/admin/offering/{id}/option/{optionId}', {
        params: { id: offeringId, optionId },
        body,
        idempotencyKey,
      }),
    (_, body) => {
      onDone()
      const said: MessageKey =
        body.active === undefined
          ? 'records-offering.done-places'
          : body.active
            ? 'records-offering.sold-done'
            : 'records-offering.stopped-done'
      toast({ text: said, type: 'success' })
      void refresh(client, 'places')
    },
  )
}
