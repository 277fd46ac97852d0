import { useT } from '../../i18n/context.tsx'
import { Field } from '../../ui/field.tsx'

/** For each transfer status word of a bank, whether it means that the money has moved. */
export type Meanings = Readonly<Record<string, boolean | undefined>>

type Props = { words: readonly string[]; meanings: Meanings; onChange: (meanings: Meanings) => void }

/** Asks for each unknown word of the status column whether the money has moved. */
export function StatusWords({ words, meanings, onChange }: Props) {
  const t = useT()
  return (
    <fieldset className="space-y-4">
      <legend className="mb-2 font-semibold">{t('bank.status-words')}</legend>
      <p>{t('bank.status-words-text')}</p>
      <div className="grid gap-5 md:grid-cols-2">
        {words.map((word) => (
          <Field key={word} label={t('bank.status-word', { word })}>
            {(control) => (
              <select
                {...control}
                required
                className="field"
                value={meanings[word] === undefined ? '' : meanings[word] ? 'final' : 'not'}
                onChange={({ target: { value } }) =>
                  onChange({ ...meanings, [word]: value === '' ? undefined : value === 'final' })
                }
              >
                <option value="">{t('bank.status-choose')}</option>
                <option value="final">{t('bank.status-final')}</option>
                <option value="not">{t('bank.status-not')}</option>
              </select>
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
