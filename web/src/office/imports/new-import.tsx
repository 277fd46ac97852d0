import { useState } from 'react'
import { useLocation } from 'wouter'
import { upload } from '../../api/upload.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { toast } from '../../ui/toast-store.ts'
import { PageTop } from '../kit/layout/page-top.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { UnsentNotice } from '../kit/act/unsent-notice.tsx'
import { kinds, type Kind } from './import-queries.ts'
import { ImportCrumbs } from './import-crumbs.tsx'
import { ImportSteps } from './import-steps.tsx'
import { WhatIsMade } from './what-is-made.tsx'

/** The first step: the kind of list, and the file. */
export function NewImport() {
  const t = useT()
  const [, navigate] = useLocation()
  const [kind, setKind] = useState<Kind>()
  // The chosen file, kept while the kind is chosen or changed.
  const [file, setFile] = useState<File>()
  const [missing, setMissing] = useState(false)
  const [part, setPart] = useState(0)
  const send = useActOnce(
    ({ file, of }: { file: File; of: Kind }) =>
      upload('/api/admin/import', [file], { query: { kind: of }, onProgress: setPart }),
    ({ id, known }) => {
      if (known) toast({ text: 'imports.known', type: 'success' })
      navigate(`/imports/${id}`)
    },
    'imports',
  )
  const take = (chosen: File | undefined) => {
    if (!chosen) return
    setFile(chosen)
    if (!kind) return setMissing(true)
    setPart(0)
    void send.send({ file: chosen, of: kind })
  }
  return (
    <>
      <ImportCrumbs>{t('imports.new')}</ImportCrumbs>
      <PageTop title={t('imports.new')} text={t('imports.new-text')} />
      <ImportSteps current={0} />
      <div className="mt-5 max-w-4xl space-y-6" aria-busy={send.pending}>
        <RadioCards
          legend={t('imports.what')}
          name="kind"
          columns={3}
          value={kind}
          onChange={(value) => {
            setKind(kinds.find((one) => one === value))
            setMissing(false)
            send.forget()
          }}
          error={missing ? t('imports.what-missing') : undefined}
          options={kinds.map((value) => ({
            value,
            title: t(`imports.kind-${value}`),
            text: t(`imports.kind-${value}-text`),
          }))}
        />
        <FileDrop
          label={t(send.pending ? 'imports.uploading' : 'imports.file')}
          hint={file && !kind ? t('imports.file-waits', { name: file.name }) : t('imports.file-hint')}
          accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          error={send.problem}
          busy={send.pending || send.unsent}
          onFiles={(files) => take(files[0])}
        />
        {file && kind && !send.problem && !send.pending && (
          <Button kind="primary" icon="upload" onClick={() => take(file)}>
            {t('imports.file-send', { name: file.name })}
          </Button>
        )}
        {send.unsent && <UnsentNotice onStop={send.stop} />}
        {send.pending && (
          <div role="status">
            <p className="mb-1">{t(part < 1 ? 'imports.sending' : 'imports.reading')}</p>
            <ProgressBar className="h-3" label={t('imports.uploading')} done={part < 1 ? part : undefined} total={1} />
          </div>
        )}
        {kind && <WhatIsMade kind={kind} />}
      </div>
    </>
  )
}
