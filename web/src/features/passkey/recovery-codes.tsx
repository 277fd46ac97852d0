import { useEffect, useRef } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Panel } from '../../ui/panel.tsx'

/** The ten recovery codes, shown only once: to print, copy, or write down. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Panel size="l" aria-labelledby="codes-heading">
      <h2 id="codes-heading" ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {t('factor.codes-title')}
      </h2>
      <p className="mt-1 text-lg">{t('factor.codes-text')}</p>
      <ol className="my-6 grid gap-x-8 gap-y-2 rounded-2xl bg-paper-2 p-5 font-mono text-lg sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="no-print flex flex-wrap items-center gap-3">
        <Button icon="print" onClick={() => print()}>
          {t('common.print-it')}
        </Button>
        <CopyButton text={codes.join('\n')} of={t('factor.codes-of')} />
        <Button kind="primary" onClick={onKept}>
          {t('factor.codes-kept')}
        </Button>
      </div>
    </Panel>
  )
}
