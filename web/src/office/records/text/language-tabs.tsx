import { useT } from '../../../i18n/context.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { LanguageMark } from '../frame/language-state.tsx'
import { languages, type Language } from '../record-queries.ts'

type Props = { active: Language; onChange: (language: Language) => void; older: number }

/** Chooses the language shown on a narrow screen. */
export function LanguageTabs({ active, onChange, older }: Props) {
  const t = useT()
  return (
    <fieldset className="mb-4 grid grid-cols-2 gap-1 rounded-full bg-paper-2 p-1.5 lg:hidden">
      <legend className="sr-only">{t('office.field.language')}</legend>
      {languages.map((language) => (
        <label
          key={language}
          className="flex min-h-11 items-center justify-center gap-2 rounded-full has-checked:bg-card has-checked:shadow-card has-focus-visible:outline-3 has-focus-visible:outline-[#1d1007]"
        >
          <input
            type="radio"
            name="language"
            className="sr-only"
            checked={language === active}
            onChange={() => onChange(language)}
          />
          <LanguageMark language={language} />
          {language === 'zh' && older > 0 && (
            <Badge tone="wait" size="small">
              {t('records.to-check', { count: older })}
            </Badge>
          )}
        </label>
      ))}
    </fieldset>
  )
}
