import { useT } from '../../i18n/context.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import type { Columns } from './import-queries.ts'

type Props = {
  readings: Columns['readings']
  value: number | undefined
  error?: string
  onChange: (reading: number) => void
}

/** The two possible encodings of an ambiguous file, with sample names: a person who knows the names chooses. */
export function ReadingChoice({ readings, value, error, onChange }: Props) {
  const t = useT()
  return (
    <div>
      <RadioCards
        id="reading"
        name="reading"
        columns={2}
        legend={t('imports.readings')}
        error={error}
        value={value === undefined ? undefined : String(value)}
        options={readings.map(({ id, texts }) => ({
          value: String(id),
          title: <span className="font-names wrap-anywhere">{texts.join(' · ')}</span>,
        }))}
        onChange={(id) => onChange(Number(id))}
      />
      <p className="mt-1.5 text-sm text-ink-2">{t('imports.readings-text')}</p>
    </div>
  )
}
