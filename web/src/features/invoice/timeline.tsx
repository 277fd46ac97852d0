import { keyFor } from '../../i18n/messages.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import type { Invoice } from '../../domain/invoice.ts'
import { stepWords } from './status-of.ts'

/** The history of the order, latest last. */
export function Timeline({ steps }: { steps: Invoice['timeline'] }) {
  const t = useT()
  const locale = useLocale()
  return (
    <ol className="space-y-4 border-l-2 border-gold pl-5">
      {steps.map((step, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- steps may repeat, and have no state
        <li key={`${step.at} ${i}`} className="relative">
          <span
            aria-hidden="true"
            className={`absolute -left-[1.72rem] top-1.5 h-4 w-4 rounded-full border-2 border-gold ${i === steps.length - 1 ? 'bg-gold' : 'bg-card'}`}
          />
          <p className="font-bold leading-snug">{t(keyFor('invoice.step-', stepWords(step, i)))}</p>
          <p className="text-sm text-ink-2">
            {dateTime(locale, step.at)} · {t(`invoice.by-${step.by}`)}
          </p>
        </li>
      ))}
    </ol>
  )
}
