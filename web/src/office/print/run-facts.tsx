import type { ReactNode } from 'react'
import { useLocale, useT } from '../../i18n/context.tsx'
import { dateTime } from '../../i18n/format.ts'
import { keyFor } from '../../i18n/messages.ts'
import { TitledPanel } from '../../ui/titled-panel.tsx'
import { RunAmount } from './run-list.tsx'
import type { Run } from './run-queries.ts'
import { Facts } from '../../ui/facts.tsx'

/** Source, layout and creator of a run. */
export function RunFacts({ run }: { run: Run }) {
  const t = useT()
  const locale = useLocale()
  const facts: [words: string, value: ReactNode][] = [
    [t('print.fact-what'), <RunAmount key="what" run={run} />],
    [t('print.what-which'), whichOf(run, t)],
  ]
  if (run.layoutKey) {
    facts.push([
      t('print.fact-layout'),
      t('print.fact-layout-value', { name: run.layoutName, version: run.layoutVersion }),
    ])
    facts.push([t('print.sheet'), t(keyFor('print.sheet-', run.sheet))])
  }
  facts.push([t('office.field.sort'), t(`print.sort-${run.sort}`)])
  if (run.why) facts.push([t('print.fact-why'), t(`print.why-${run.why}`)])
  if (run.offsetX || run.offsetY)
    facts.push([t('print.fact-offset'), t('print.fact-offset-value', { x: run.offsetX / 10, y: run.offsetY / 10 })])
  facts.push([t('print.fact-made'), t('print.run-by', { who: run.by, at: dateTime(locale, run.createdAt) })])
  return (
    <TitledPanel id="run-facts" title={t('print.facts')}>
      <Facts
        rows={facts}
        className="grid gap-x-4 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]"
        row="contents"
        term="text-ink-2"
        value="font-semibold wrap-anywhere max-sm:mb-1"
      />
    </TitledPanel>
  )
}

function whichOf({ source, kind, which }: Run, t: ReturnType<typeof useT>): string {
  if (which === 'chosen') return t('print.which-chosen')
  if (source === 'hall') return t('print.which-unlabelled')
  if (which === 'late') return t(kind === 'list' ? 'print.which-late-list' : 'print.which-late')
  return t(kind === 'list' ? 'print.which-all' : 'print.which-ready')
}
