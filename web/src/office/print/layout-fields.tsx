import type { FormWithValues } from '../../forms/use-form.ts'
import { useT } from '../../i18n/context.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { SelectField } from '../kit/field/select-field.tsx'
import type { LayoutKind, LayoutParams } from './layout-queries.ts'
import type { Typed } from './layout-typed.ts'

const grounds = ['full', 'frame', 'paper'] as const
const tints = ['yellow', 'red', 'white'] as const

/** Background, tints, dates and offset of a layout. */
export function LayoutFields({ kind, form }: { kind: LayoutKind; form: FormWithValues<Typed> }) {
  const t = useT()
  const { values, set } = form
  const colours = (kind === 'tablet' ? tints : (['yellow', 'white'] as const)).map(
    (tint) => [tint, t(`print.tint-${tint}`)] as const,
  )
  const box = (name: 'dates' | 'longevity' | 'note') => (
    <Checkbox
      label={t(`print.${name}`)}
      hint={t(`print.${name}-hint`)}
      checked={values[name]}
      onChange={(event) => set({ [name]: event.target.checked })}
    />
  )
  return (
    <>
      <RadioCards
        legend={t('print.ground')}
        name="ground"
        columns={3}
        value={values.ground}
        onChange={(next) => set({ ground: next as LayoutParams['ground'] })}
        options={grounds.map((ground) => ({
          value: ground,
          title: t(`print.ground-${ground}`),
          text: t(`print.ground-${ground}-text`),
        }))}
      />
      {values.ground === 'full' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            id="params.tint"
            label={t(kind === 'tablet' ? 'print.tint-departed' : 'print.tint')}
            value={values.tint}
            options={colours}
            onChange={(next) => set({ tint: next as LayoutParams['tint'] })}
          />
          {kind === 'tablet' && (
            <SelectField
              id="params.living"
              label={t('print.tint-living')}
              value={values.living}
              options={colours}
              onChange={(next) => set({ living: next as LayoutParams['living'] })}
            />
          )}
        </div>
      )}
      <div>
        {kind === 'tablet' && box('dates')}
        {kind === 'tablet' && box('longevity')}
        {box('note')}
      </div>
      <fieldset>
        <legend className="font-semibold">{t('print.offset')}</legend>
        <p className="mb-2 text-sm text-ink-2">{t('print.offset-hint')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('print.offset-x')}
            inputMode="decimal"
            autoComplete="off"
            {...form.text('params.offsetX')}
          />
          <TextField
            label={t('print.offset-y')}
            inputMode="decimal"
            autoComplete="off"
            {...form.text('params.offsetY')}
          />
        </div>
      </fieldset>
    </>
  )
}
