import { useT } from '../../i18n/context.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Kind } from './import-queries.ts'

/** What a row becomes, and how it goes away again. */
export function WhatIsMade({ kind }: { kind: Kind }) {
  const t = useT()
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Panel as="div" size="s">
        <h2 className="font-sans text-base font-bold">{t('imports.made-of-row')}</h2>
        <p className="mt-1">{t(`imports.made-of-row-${kind}`)}</p>
      </Panel>
      <Panel as="div" size="s">
        <h2 className="font-sans text-base font-bold">{t('imports.if-wrong')}</h2>
        <p className="mt-1">{t(`imports.if-wrong-${kind}`)}</p>
      </Panel>
    </div>
  )
}
