import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { wrongWhole } from '../../forms/wrong-whole.ts'
import { readWhole } from '../../domain/whole-number.ts'
import { useOfficeForm } from '../kit/act/use-office-form.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Loaded } from '../kit/query/loaded.tsx'
import { SelectField } from '../kit/field/select-field.tsx'
import { soldForQuery, type Tower } from './hall-queries.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

/** Sets for which option the free positions of some rows are sold. */
export function SellForm({ tower, onClose }: { tower: Tower; onClose: () => void }) {
  const t = useT()
  const locale = useLocale()
  const options = useQuery(soldForQuery)
  const form = useOfficeForm(
    {
      initial: { fromRow: '1', toRow: String(tower.rows), optionId: '', positionBy: 'temple', lastsMonths: '12' },
      check: (typed) => wrongWhole(typed, ['fromRow', 'toRow', ...(typed.optionId ? (['lastsMonths'] as const) : [])]),
      send: (typed, keyFor) => {
        const body = {
          fromRow: readWhole(typed.fromRow) ?? 0,
          toRow: readWhole(typed.toRow) ?? 0,
          optionId: typed.optionId,
          positionBy: typed.positionBy === 'devotee' ? ('devotee' as const) : ('temple' as const),
          // A row that is not for sale has no duration; otherwise it was validated.
          lastsMonths: typed.optionId ? readWhole(typed.lastsMonths) : undefined,
        }
        return api.post('/api/admin/tower/{id}/sell', { params: { id: tower.id }, body, idempotencyKey: keyFor(body) })
      },
      done: ({ changed, taken }) => {
        toast({ text: taken ? 'halls.sold-but' : 'halls.sold', params: { count: changed, taken }, type: 'success' })
        onClose()
      },
    },
    'halls',
  )
  const { values } = form
  return (
    <Loaded query={options}>
      {({ items }) => (
        <form noValidate onSubmit={form.onSubmit} className="space-y-4">
          <p>{t('halls.sell-text')}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField label={t('halls.from-row')} inputMode="numeric" maxLength={3} {...form.text('fromRow')} />
            <TextField label={t('halls.to-row')} inputMode="numeric" maxLength={3} {...form.text('toRow')} />
          </div>
          <SelectField
            id="optionId"
            label={t('halls.sold-for')}
            value={values.optionId}
            error={form.errorOf('optionId')}
            options={[
              ['', t('halls.nothing-yet')],
              ...items.map((one) => [one.id, `${one.title[locale]} · ${one.optionTitle[locale]}`] as const),
            ]}
            onChange={(optionId) => form.set({ optionId })}
          />
          {values.optionId && (
            <>
              <RadioCards
                legend={t('halls.who-chooses')}
                name="positionBy"
                columns={2}
                value={values.positionBy}
                onChange={(positionBy) => form.set({ positionBy })}
                options={[
                  { value: 'temple', title: t('halls.by-temple'), text: t('halls.by-temple-text') },
                  { value: 'devotee', title: t('halls.by-devotee'), text: t('halls.by-devotee-text') },
                ]}
              />
              <TextField
                label={t('halls.lasts')}
                hint={t('halls.lasts-hint')}
                inputMode="numeric"
                maxLength={3}
                {...form.text('lastsMonths')}
              />
            </>
          )}
          <DialogButtons label={t('common.save')} act={form} onClose={onClose} />
        </form>
      )}
    </Loaded>
  )
}
