import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { keyFor, type Translate } from '../../i18n/messages.ts'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Setting } from './settings-queries.ts'

type Props = { setting: Setting; value: string; error?: string; onChange: (value: string) => void }

const hinted = ['invoice-prefix', 'receipt-prefix', 'paynow-uen', 'paynow-payee', 'gst', 'ipc', 'renewal-reminder-days']

/** A setting, with its previous value. */
export function SettingField({ setting, value, error, onChange }: Props) {
  const t = useT()
  const label = t(keyFor('settings.key.', setting.key))
  const wide = setting.kind === 'choice' ? 'md:col-span-2' : ''
  return (
    <div className={wide}>
      <Control
        setting={setting}
        label={label}
        hint={hintOf(t, setting)}
        value={value}
        error={error}
        onChange={onChange}
      />
      <Before setting={setting} value={value} onBack={onChange} />
    </div>
  )
}

function hintOf(t: Translate, { key, kind, least, most }: Setting): string | undefined {
  if (hinted.includes(key)) return t(keyFor('settings.hint.', key))
  return kind === 'number' ? t('settings.range', { least, most }) : undefined
}

function Control({ setting, label, hint, value, error, onChange }: Props & { label: string; hint?: string }) {
  const t = useT()
  if (setting.kind === 'choice')
    return (
      <>
        <RadioCards
          legend={label}
          name={setting.key}
          value={value}
          error={error}
          columns={2}
          onChange={onChange}
          options={(setting.choices ?? []).map((choice) => ({
            value: choice,
            title: t(keyFor('settings.choice.', choice)),
          }))}
        />
        {hint && <p className="mt-1.5 text-sm text-ink-2">{hint}</p>}
      </>
    )
  if (setting.kind === 'long')
    return (
      <TextArea
        label={label}
        error={error}
        rows={3}
        maxLength={setting.most}
        value={value}
        lang={setting.key.endsWith('-zh') ? 'zh-Hans' : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <TextField
      label={label}
      hint={hint}
      error={error}
      value={value}
      inputMode={setting.kind === 'number' ? 'numeric' : undefined}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** Who changed it last, and a button to restore the old value. */
function Before({ setting, value, onBack }: { setting: Setting; value: string; onBack: (value: string) => void }) {
  const t = useT()
  const locale = useLocale()
  const before = setting.previous
  if (!before) return null
  const words = setting.kind === 'choice' ? t(keyFor('settings.choice.', before.value)) : before.value
  return (
    <p className="mt-1.5 text-sm text-ink-2">
      {t('settings.changed', { date: dateTime(locale, before.at), who: before.by })}
      {value !== before.value && (
        <button
          type="button"
          className="link block min-h-11 py-1 text-left font-semibold wrap-anywhere"
          onClick={() => onBack(before.value)}
        >
          {words === '' ? t('settings.back-empty') : t('settings.back', { value: short(words) })}
        </button>
      )}
    </p>
  )
}

function short(text: string): string {
  const letters = [...text]
  return letters.length > 40 ? `${letters.slice(0, 40).join('')}…` : text
}
