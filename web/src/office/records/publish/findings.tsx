import { useT } from '../../../i18n/context.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ProblemLine } from './problem-line.tsx'
import type { Check } from '../record-queries.ts'

type Props = {
  check: Pick<Check, 'blocks' | 'warnings'>
  /** There are further problems besides these, counted separately. */
  more: boolean
  /** Goes to a field in the editor. */
  onGo: (field: string) => void
}

/** What prevents publication, and warnings. */
export function Findings({ check, more, onGo }: Props) {
  const t = useT()
  if (check.blocks.length + check.warnings.length === 0)
    return (
      <p className="flex gap-2">
        <Icon name="check" className="shrink-0 text-jade" />
        {t('records.all-well')}
      </p>
    )
  return (
    <>
      {check.blocks.length > 0 && (
        <section className="mb-3 rounded-2xl border-l-4 border-cinnabar bg-cinnabar-1 p-4">
          <h3 className="font-bold">
            {t(more ? 'records.to-do-too' : 'records.to-do-first', { count: check.blocks.length })}
          </h3>
          <ul className="list-disc pl-5">
            {check.blocks.map((one) => (
              <li key={`${one.code} ${one.field} ${one.message}`}>
                <ProblemLine problem={one} onGo={onGo} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {check.warnings.length > 0 && (
        <section className="rounded-2xl border-l-4 border-gold-7 bg-gold-1 p-4">
          <h3 className="font-bold">{t('records.worth-a-look')}</h3>
          <ul className="list-disc pl-5">
            {check.warnings.map((one) => (
              <li key={`${one.code} ${one.field} ${one.message}`}>
                <ProblemLine problem={one} onGo={onGo} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
