import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Transfer } from '../kit/refund/refund-queries.ts'

type Props = { refund: Transfer; provider: NonNullable<Transfer['provider']> }

/** A refund of money that the payment provider has: the button that asks it, and its answer. */
export function AtProvider({ refund, provider }: Props) {
  const t = useT()
  const { id, amount, doneAt } = refund
  const { can, state, answer = '' } = provider
  const act = useActOnce(
    (_: object, idempotencyKey) =>
      api.post('/api/admin/refund-transfer/{id}/provider', { params: { id }, idempotencyKey }),
    () => toast({ text: 'refunds.provider-sent', params: { amount: money(amount) } }),
    'money',
  )
  return (
    <div className="basis-full space-y-2">
      {state && !(state === 'refused' && doneAt) && (
        <p role="status" className={state === 'done' || state === 'asked' ? 'text-sm text-ink-2' : 'text-cinnabar'}>
          {t(`refunds.provider-${state}`, { answer })}
        </p>
      )}
      {can && !doneAt && (
        <Button kind={state ? 'plain' : 'primary'} pending={act.pending} onClick={() => void act.send({})}>
          {t(
            act.unsent
              ? 'common.try-again'
              : state === 'asked' || state === 'unsure'
                ? 'refunds.provider-look'
                : 'refunds.provider-do',
          )}
        </Button>
      )}
      <ActState act={act} />
    </div>
  )
}
