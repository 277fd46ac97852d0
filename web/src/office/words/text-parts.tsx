import type { SmsCount } from '../../domain/sms.ts'
import { useT } from '../../i18n/context.tsx'

// Chinese always uses the 70-character encoding; in English, only an unusual pasted character does.
const chinese = /\p{Script=Han}|[\u3000-\u303f\uff00-\uffef]/u

/** The number of SMS parts of a text, and how full they are. */
export function TextParts({ parts, letters, most, wide }: SmsCount) {
  const t = useT()
  return (
    <>
      <p className={parts > 1 ? 'font-bold text-ink' : ''}>
        {t('words.parts', { count: parts })} · {t('words.parts-letters', { letters, most })}
      </p>
      {wide !== undefined && !chinese.test(wide) && <p>{t('words.parts-wide', { letter: wide })}</p>}
    </>
  )
}
