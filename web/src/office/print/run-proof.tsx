import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api, callUrl } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { fetchFile } from '../kit/print/fetch-file.ts'
import { svgSource } from '../kit/print/svg-source.ts'
import { Loaded } from '../kit/query/loaded.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { lookQuery, type Run, type RunDraft } from './run-queries.ts'

/** The third step: the first sheet, for a test print; then the run is created. */
export function RunProof({ draft, onBack }: { draft: RunDraft; onBack: () => void }) {
  const t = useT()
  const [, navigate] = useLocation()
  const make = useActOnce<RunDraft, Run>(
    (body, idempotencyKey) => api.post('/api/admin/run', { body, idempotencyKey }),
    (run) => navigate(`/print/run-${run.id}`, { replace: true }),
    'runs',
  )
  const proof = useActOnce(() => fetchFile(callUrl('/api/admin/run/proof'), draft, 'proof.pdf'), {}, 'runs')
  return (
    <Loaded query={useQuery(lookQuery(draft))} lines={8}>
      {(look) => (
        <div className="grid max-w-5xl items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
          <figure className="rounded-2xl bg-card p-3 shadow-card">
            {look.picture && (
              <img src={svgSource(look.picture)} alt={t('print.proof-alt')} className="block h-auto w-full" />
            )}
          </figure>
          <Panel as="div" className="space-y-5">
            <p className="text-lg">{t('print.proof-text')}</p>
            {draft.kind !== 'list' && <p className="text-ink-2">{t('print.run-nothing-counts')}</p>}
            <ActState act={proof} />
            <ActState act={make} />
            <Button icon="download" pending={proof.pending} onClick={() => void proof.send()}>
              {t('print.proof-pdf')}
            </Button>
            <div className="flex flex-wrap justify-between gap-3">
              <Button icon="back" onClick={onBack}>
                {t('print.back')}
              </Button>
              <Button kind="primary" icon="print" pending={make.pending} onClick={() => void make.send(draft)}>
                {t(draft.kind === 'list' ? 'print.make-list' : 'print.make')}
              </Button>
            </div>
          </Panel>
        </div>
      )}
    </Loaded>
  )
}
