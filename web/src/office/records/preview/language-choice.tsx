import { languageName, languageTag, type Locale } from '../../../i18n/messages.ts'
import { languages } from '../record-queries.ts'

type Props = {
  label: string
  value: Locale
  /** Whether the choice is as wide as its card. */
  wide?: boolean
  onChange: (locale: Locale) => void
}

/** Chooses the language of a preview. */
export function LanguageChoice({ label, value, wide = false, onChange }: Props) {
  return (
    <div
      role="group"
      aria-label={label}
      className={`mb-3 gap-1 rounded-full bg-paper-2 p-1.5 ${wide ? 'flex' : 'inline-flex'}`}
    >
      {languages.map((one) => (
        <button
          key={one}
          type="button"
          lang={languageTag[one]}
          aria-pressed={one === value}
          onClick={() => onChange(one)}
          className={`min-h-11 rounded-full px-4 font-bold ${wide ? 'grow' : ''} ${one === value ? 'bg-card shadow-card' : 'hover:bg-gold-1'}`}
        >
          {languageName[one]}
        </button>
      ))}
    </div>
  )
}
