import type { SmsCount } from '../../domain/sms.ts'
import { useT } from '../../i18n/context.tsx'

// Chinese is always counted in short messages; of a sentence in English it is a letter that somebody pasted.
const chinese = /\p{Script=Han}|[\u3000-\u303f\uff00-\uffef]/u

/** How many text messages a sentence is, and how full they are. */
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
