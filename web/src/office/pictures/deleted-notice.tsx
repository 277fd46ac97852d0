import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import type { PictureItem } from '../kit/pictures/picture-queries.ts'
import { refresh } from '../kit/query/refresh.ts'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { wantsFocus } from '../kit/act/wants-focus.ts'

/** Offers to restore a picture that was just deleted, while the page is open. */
export function DeletedNotice({ picture, onDone }: { picture: PictureItem; onDone: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const back = useActOnce(
    (_: Record<string, never>, idempotencyKey) =>
      api.post('/api/admin/picture/{id}/bring-back', { params: { id: picture.id }, idempotencyKey }),
    () => {
      toast({ text: 'pictures.brought-back', params: { name: picture.name }, type: 'success' })
      void refresh(client, 'pictures')
      onDone()
    },
  )
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-2xl border border-gold/60 bg-lacquer py-2 pl-4 pr-2 text-gold-1"
    >
      <Icon name="check" className="shrink-0 text-gold-3" />
      <p className="min-w-0 grow font-semibold wrap-anywhere">{t('pictures.deleted', { name: picture.name })}</p>
      <Button ref={wantsFocus} pending={back.pending} icon="undo" onClick={() => void back.send({})}>
        {t('common.undo')}
      </Button>
      <ActState act={back} />
    </div>
  )
}
