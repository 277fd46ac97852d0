import { useState } from 'react'
import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { time } from '../../i18n/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ActState } from '../kit/act/act-state.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import type { Ceremony } from './ceremony-queries.ts'
import { DoneDialog } from './done-dialog.tsx'

// The maximum number of entries in one call.
const most = 100

/** The actions for the selected names, in a bar that stays visible. */
export function ChosenBar({
  ceremony,
  ids,
  onClear,
}: {
  ceremony: Ceremony
  ids: readonly string[]
  onClear: () => void
}) {
  const t = useT()
  const [dialog, setDialog] = useState<'sitting' | 'done'>()
  const chosen = ids.slice(0, most)
  return (
    <div
      role="region"
      aria-label={t('ceremonies.chosen', { count: ids.length })}
      className="sticky bottom-4 z-10 mx-auto mt-5 flex w-fit max-w-full flex-wrap items-center gap-3 rounded-3xl bg-lacquer px-5 py-3 text-gold-1 shadow-card"
    >
      <p role="status" className="font-semibold">
        {t('ceremonies.chosen', { count: ids.length })}
      </p>
      <Button kind="primary" icon="lamp" onClick={() => setDialog('done')}>
        {t('ceremonies.done-go')}
      </Button>
      {ceremony.paper && (
        <Link href={`/print/run-new?list=${ceremony.id}&entries=${chosen.join(',')}`} className={buttonClass()}>
          <Icon name="print" />
          {t('office.new-run')}
        </Link>
      )}
      {ceremony.sittings.length > 1 && (
        <Button icon="calendar" onClick={() => setDialog('sitting')}>
          {t('ceremonies.move-sitting')}
        </Button>
      )}
      <IconButton icon="close" label={t('ceremonies.clear-chosen')} onClick={onClear} />
      <Dialog
        open={dialog === 'sitting'}
        onClose={() => setDialog(undefined)}
        title={t('ceremonies.move-sitting-ask', { count: chosen.length })}
      >
        {dialog === 'sitting' && <MoveForm ceremony={ceremony} ids={chosen} onDone={onClear} />}
      </Dialog>
      <DoneDialog
        ceremony={ceremony}
        open={dialog === 'done'}
        entries={chosen}
        onClose={() => setDialog(undefined)}
        onDone={onClear}
      />
    </div>
  )
}

function MoveForm({ ceremony, ids, onDone }: { ceremony: Ceremony; ids: readonly string[]; onDone: () => void }) {
  const t = useT()
  const locale = useLocale()
  const [sitting, setSitting] = useState('1')
  const act = useActOnce(
    (body: { sitting: number; entries: string[] }, idempotencyKey) =>
      api.post('/api/admin/ceremony/{id}/sitting', { params: { id: ceremony.id }, body, idempotencyKey }),
    () => {
      toast({ text: 'ceremonies.moved-sitting', type: 'success' })
      onDone()
    },
    'ceremonies',
  )
  return (
    <form
      noValidate
      className="space-y-4 text-ink"
      onSubmit={act.submit(() => ({ sitting: Number(sitting), entries: [...ids] }))}
    >
      <RadioCards
        legend={t('ceremonies.sittings')}
        name="to-sitting"
        value={sitting}
        onChange={setSitting}
        options={ceremony.sittings.map(({ startsAt, place }, i) => ({
          value: String(i + 1),
          title: t('ceremonies.sitting-at', { no: i + 1, time: time(locale, startsAt) }),
          text: place[locale],
        }))}
      />
      <ActState act={act} />
      <div className="flex justify-end">
        <Button type="submit" kind="primary" pending={act.pending}>
          {t('ceremonies.move-sitting')}
        </Button>
      </div>
    </form>
  )
}
