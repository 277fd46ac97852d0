import { api } from '../../api/client.ts'
import { readWhole } from '../../domain/whole-number.ts'
import { wrongWhole } from '../../forms/wrong-whole.ts'
import { useOfficeForm } from '../kit/act/use-office-form.ts'
import { useT } from '../../i18n/context.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

const controlOf = (field: string | undefined) => field?.replace('.', '-')

/** Creates a tower of a hall with all its positions. */
export function TowerForm(props: { hall: string; onDone: (code: string) => void; onClose: () => void }) {
  const t = useT()
  const form = useOfficeForm(
    {
      initial: {
        code: '',
        'title-en': '',
        'title-zh': '',
        rows: '',
        units: '',
        upwards: true,
        'way-en': '',
        'way-zh': '',
        x: '50',
        y: '50',
      },
      check: (typed) => wrongWhole(typed, ['rows', 'units', 'x', 'y']),
      send: (typed, keyFor) => {
        const body = {
          code: typed.code,
          title: { en: typed['title-en'], zh: typed['title-zh'] },
          way: { en: typed['way-en'], zh: typed['way-zh'] },
          x: readWhole(typed.x) ?? 0,
          y: readWhole(typed.y) ?? 0,
          upwards: typed.upwards,
          rows: readWhole(typed.rows) ?? 0,
          units: readWhole(typed.units) ?? 0,
        }
        return api.post('/api/admin/hall/{key}/tower', {
          params: { key: props.hall },
          body,
          idempotencyKey: keyFor(body),
        })
      },
      control: controlOf,
      done: (_, typed) => {
        props.onDone(typed.code.trim().toUpperCase())
      },
    },
    'halls',
  )
  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-4">
      <TextField label={t('halls.code')} hint={t('halls.code-hint')} maxLength={4} {...form.text('code')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t('halls.title-en')} maxLength={80} {...form.text('title-en')} />
        <TextField label={t('halls.title-zh')} lang="zh-Hans" maxLength={80} {...form.text('title-zh')} />
        <TextField label={t('halls.rows')} inputMode="numeric" maxLength={3} {...form.text('rows')} />
        <TextField label={t('halls.units')} inputMode="numeric" maxLength={3} {...form.text('units')} />
      </div>
      <Checkbox
        label={t('halls.upwards')}
        checked={form.values.upwards}
        onChange={(event) => form.set({ upwards: event.target.checked })}
      />
      <TextField label={t('halls.way-en')} optional maxLength={200} {...form.text('way-en')} />
      <TextField label={t('halls.way-zh')} optional lang="zh-Hans" maxLength={200} {...form.text('way-zh')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('halls.x')}
          hint={t('halls.x-hint')}
          inputMode="numeric"
          maxLength={3}
          {...form.text('x')}
        />
        <TextField
          label={t('halls.y')}
          hint={t('halls.y-hint')}
          inputMode="numeric"
          maxLength={3}
          {...form.text('y')}
        />
      </div>
      <DialogButtons label={t('halls.add-tower')} act={form} onClose={props.onClose} />
    </form>
  )
}
