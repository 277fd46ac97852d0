import { useQuery } from '@tanstack/react-query'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { MomentField } from '../kit/field/moment-field.tsx'
import { SelectField } from '../kit/field/select-field.tsx'
import { hallChoicesQuery } from './ceremony-queries.ts'
import { newSitting, type TypedSitting } from './ceremony-typed.ts'

type Props = {
  sittings: readonly TypedSitting[]
  errorOf: (id: string) => string | undefined
  onChange: (sittings: TypedSitting[]) => void
}

/** Time and place of a ceremony's sittings, one row each. */
export function SittingFields({ sittings, errorOf, onChange }: Props) {
  const t = useT()
  const locale = useLocale()
  const halls = useQuery(hallChoicesQuery)
  const change = (at: number, part: Partial<TypedSitting>) =>
    onChange(sittings.map((one, i) => (i === at ? { ...one, ...part } : one)))
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('ceremonies.sittings')}</legend>
      <ol className="space-y-4">
        {sittings.map(({ key, starts, ends, hall, en, zh }, i) => (
          <li key={key} className="flex items-start gap-2 rounded-2xl bg-paper-2 p-4">
            <div className="grid min-w-0 grow gap-4 sm:grid-cols-2">
              <MomentField
                id={`sittings[${i}].startsAt`}
                label={t('ceremonies.starts')}
                value={starts}
                error={errorOf(`sittings[${i}].startsAt`)}
                onChange={(event) => change(i, { starts: event.target.value })}
              />
              <MomentField
                id={`sittings[${i}].endsAt`}
                label={t('ceremonies.ends')}
                value={ends}
                error={errorOf(`sittings[${i}].endsAt`)}
                onChange={(event) => change(i, { ends: event.target.value })}
              />
              {halls.data && halls.data.items.length > 0 && (
                <SelectField
                  id={`sittings[${i}].hall`}
                  label={t('ceremonies.held-in')}
                  hint={t('ceremonies.held-in-hint')}
                  value={hall}
                  error={errorOf(`sittings[${i}].hall`)}
                  options={[
                    ['', t('ceremonies.held-elsewhere')],
                    ...halls.data.items.map((one) => [one.key, one.title[locale]] as const),
                  ]}
                  onChange={(next) => change(i, { hall: next })}
                />
              )}
              {!hall && (
                <>
                  <TextField
                    id={`sittings[${i}].place`}
                    label={t('ceremonies.place-en')}
                    optional
                    maxLength={120}
                    value={en}
                    error={errorOf(`sittings[${i}].place`)}
                    onChange={(event) => change(i, { en: event.target.value })}
                  />
                  <TextField
                    label={t('ceremonies.place-zh')}
                    lang="zh-Hans"
                    optional
                    maxLength={120}
                    value={zh}
                    onChange={(event) => change(i, { zh: event.target.value })}
                  />
                </>
              )}
            </div>
            {sittings.length > 1 && (
              <IconButton
                icon="trash"
                label={t('ceremonies.remove-sitting', { no: i + 1 })}
                onClick={() => onChange(sittings.filter((one) => one.key !== key))}
              />
            )}
          </li>
        ))}
      </ol>
      {sittings.length < 20 && (
        <Button kind="quiet" icon="plus" onClick={() => onChange([...sittings, newSitting()])}>
          {t('ceremonies.add-sitting')}
        </Button>
      )}
    </fieldset>
  )
}
