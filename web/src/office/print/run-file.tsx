import { useState } from 'react'
import { callUrl } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Run } from './run-queries.ts'

/** The PDF of a run, with previews of its sheets. */
export function RunFile({ run }: { run: Run }) {
  const t = useT()
  const locale = useLocale()
  const [sheet, setSheet] = useState(1)
  if (!run.hasFile)
    return (
      <Panel as="div" size="s">
        <p>{t('print.run-file-gone')}</p>
      </Panel>
    )
  return (
    <Panel as="div" className="space-y-4">
      {run.state === 'ready' && (
        <p className="text-lg font-bold" role="status">
          {t(run.kind === 'list' ? 'print.run-list-ready' : 'print.run-ready')}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <a
          className={buttonClass(run.state === 'ready' ? 'primary' : 'plain')}
          href={callUrl('/api/admin/run/{id}/file.pdf', { params: { id: run.id } })}
          download
        >
          <Icon name="download" className="shrink-0" />
          {t('print.run-file', { size: sizeOf(run.bytes) })}
        </a>
        {run.fileUntil && (
          <span className="text-ink-2">
            {t('print.run-file-until', { date: date(locale, run.fileUntil, 'short') })}
          </span>
        )}
      </p>
      <div className="flex items-center justify-between gap-3">
        <IconButton
          icon="back"
          label={t('print.sheet-before')}
          disabled={sheet === 1}
          onClick={() => setSheet(sheet - 1)}
        />
        <p role="status">{t('print.run-sheet', { done: sheet, all: run.sheets })}</p>
        <IconButton
          icon="arrow"
          label={t('print.sheet-after')}
          disabled={sheet >= run.sheets}
          onClick={() => setSheet(sheet + 1)}
        />
      </div>
      <img
        key={sheet}
        src={`/api/admin/run/${run.id}/sheet/${sheet}`}
        alt={t('print.sheet-alt', { no: sheet })}
        className="block h-auto max-h-[40rem] w-full object-contain"
      />
    </Panel>
  )
}

/** Formats a number of bytes for reading. */
function sizeOf(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
