import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { wantsFocus } from '../kit/act/wants-focus.ts'
import type { Address } from './address-queries.ts'

/** Offers to restore a redirect that was just removed, while the page is open. */
export function TakenNotice({ row, onDone }: { row: Address; onDone: () => void }) {
  const t = useT()
  const back = useActOnce(
    ({ path, target, status, active, why }: Address, idempotencyKey) =>
      api.put('/api/admin/old-address', { body: { path, target, status, active, why }, idempotencyKey }),
    () => {
      toast({ text: row.active ? 'addresses.done' : 'addresses.done-off', params: { path: row.path }, type: 'success' })
      onDone()
    },
    'addresses',
  )
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-2xl border border-gold/60 bg-lacquer py-2 pl-4 pr-2 text-gold-1"
    >
      <Icon name="check" className="shrink-0 text-gold-3" />
      <p className="min-w-0 grow font-semibold wrap-anywhere">{t('addresses.taken', { path: row.path })}</p>
      <Button ref={wantsFocus} pending={back.pending} icon="undo" onClick={() => void back.send(row)}>
        {t('common.undo')}
      </Button>
      <ActState act={back} />
    </div>
  )
}
