import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import type { Sending } from './use-uploads.ts'

type Props = { list: readonly Sending[]; onAgain: (one: Sending) => void; onClear: () => void }

/** The files being uploaded to the library, and why one was refused. */
export function UploadStrip({ list, onAgain, onClear }: Props) {
  const t = useT()
  if (list.length === 0) return null
  const over = list.some(({ state }) => state === 'ready' || state === 'failed')
  return (
    <div className="card flex items-start gap-3 p-4">
      <ul className="grid min-w-0 grow gap-3 sm:grid-cols-2">
        {list.map((one) => (
          <li key={one.key} className="min-w-0">
            <p className="flex justify-between gap-3">
              <span className="truncate font-bold">{one.file.name}</span>
              <span className="shrink-0 text-ink-2" role={one.part < 1 ? undefined : 'status'}>
                {stateOf(one, t)}
              </span>
            </p>
            {one.state === 'failed' ? (
              <p role="alert" className="text-cinnabar">
                {one.why}{' '}
                {one.again && (
                  <Button kind="quiet" onClick={() => onAgain(one)}>
                    {t('pictures.again')}
                  </Button>
                )}
              </p>
            ) : (
              <ProgressBar
                className="mt-1 h-2"
                label={t('pictures.sending', { name: one.file.name })}
                done={one.part}
                total={1}
              />
            )}
          </li>
        ))}
      </ul>
      {over && <IconButton icon="close" label={t('pictures.clear')} onClick={onClear} />}
    </div>
  )
}

function stateOf({ state, part }: Sending, t: ReturnType<typeof useT>): string {
  if (state !== 'sending') return t(`pictures.upload-${state}`)
  return part < 1 ? t('pictures.upload-part', { percent: Math.floor(part * 100) }) : t('pictures.upload-reading')
}
