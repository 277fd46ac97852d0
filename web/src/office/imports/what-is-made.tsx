import { useT } from '../../i18n/context.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Kind } from './import-queries.ts'

/** Explains what a row becomes, and how it can be undone. */
export function WhatIsMade({ kind }: { kind: Kind }) {
  const t = useT()
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Panel as="div" size="s">
        <h2 className="font-sans text-base font-bold">{t('imports.made-of-row')}</h2>
        <p className="mt-1">{t(`imports.made-of-row-${kind}`)}</p>
        <p className="mt-3">
          <a className="link touch font-bold" href={`/api/admin/import-sample?kind=${kind}`} download>
            {t('imports.sample')}
          </a>
        </p>
        <p className="text-sm text-ink-2">{t('imports.sample-text')}</p>
      </Panel>
      <Panel as="div" size="s">
        <h2 className="font-sans text-base font-bold">{t('imports.if-wrong')}</h2>
        <p className="mt-1">{t(`imports.if-wrong-${kind}`)}</p>
      </Panel>
    </div>
  )
}
