import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, type Value } from '../../../../api/client.ts'
import { ActState } from '../../../kit/act/act-state.tsx'
import { useOfficeForm } from '../../../kit/act/use-office-form.ts'
import { useT } from '../../../../i18n/context.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { DateField } from '../../../kit/field/date-field.tsx'
import { Loaded } from '../../../kit/query/loaded.tsx'
import { valueOf } from '../../../kit/session/session-gate.ts'

type Setting = Value<'/api/admin/offering/{key}/wall', 'get'>

const wallQuery = (key: string) =>
  queryOptions({
    queryKey: ['records', 'wall', key],
    meta: { shows: ['records'] },
    queryFn: () => valueOf(() => api.get('/api/admin/offering/{key}/wall', { params: { key } })),
  })

/** Until when givers of an offering are listed on the merit wall; applies at once. */
export function OfferingWall({ offering }: { offering: string }) {
  return (
    <Loaded query={useQuery(wallQuery(offering))} lines={3}>
      {(setting) => <WallForm key={setting.until} offering={offering} setting={setting} />}
    </Loaded>
  )
}

function WallForm({ offering, setting }: { offering: string; setting: Setting }) {
  const t = useT()
  const form = useOfficeForm(
    {
      initial: { until: setting.until },
      send: (body, keyFor) =>
        api.put('/api/admin/offering/{key}/wall', {
          params: { key: offering },
          body,
          idempotencyKey: keyFor(body),
        }),
      done: () => {
        toast({ text: 'records-offering.set-saved', type: 'success' })
      },
    },
    'records',
  )
  return (
    <form noValidate onSubmit={form.onSubmit} className="mt-5">
      <Panel as="div" className="space-y-4">
        <h2 className="text-xl">{t('common.wall-title')}</h2>
        <p className="text-ink-2">{t('records-offering.set-text')}</p>
        {!setting.asks && <Notice kind="warning">{t('records-offering.set-asks-not')}</Notice>}
        {setting.named > 0 && <p>{t('records-offering.set-named', { count: setting.named })}</p>}
        <div className="flex flex-wrap items-end gap-4">
          <DateField
            id="until"
            label={t('records-offering.set-until')}
            hint={t('records-offering.set-until-hint')}
            ahead
            value={form.values.until}
            error={form.errorOf('until')}
            onChange={(until) => form.set({ until })}
          />
          <ActState act={form} />
          <Button type="submit" pending={form.pending}>
            {t('common.save')}
          </Button>
        </div>
      </Panel>
    </form>
  )
}
