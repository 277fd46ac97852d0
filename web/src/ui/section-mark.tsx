import { useLocale } from '../i18n/context.tsx'
import { stepNumber } from '../i18n/format.ts'

/** The decorative number before a section's heading, in Chinese a brush numeral; `number` counts from 0. */
export function SectionMark({ number }: { number: number }) {
  const locale = useLocale()
  return (
    <span
      className={`mr-3 font-bold text-cinnabar ${locale === 'zh' ? 'font-kai' : 'font-figures'}`}
      aria-hidden="true"
    >
      {stepNumber(locale, number + 1)}
    </span>
  )
}
