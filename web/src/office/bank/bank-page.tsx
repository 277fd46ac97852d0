import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { upload } from '../../api/upload.ts'
import { useT } from '../../i18n/context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { toast } from '../../ui/toast-store.ts'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { UnsentNotice } from '../kit/act/unsent-notice.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { statementsQuery } from './bank-queries.ts'
import { RuleList } from './rule-list.tsx'
import { StatementList } from './statement-list.tsx'

/** Bank statements: the upload, and the list of earlier ones. */
export function BankPage() {
  const t = useT()
  const list = useInfiniteQuery(statementsQuery)
  return (
    <>
      <PageTop title={t('office.area-bank')} text={t('bank.text')} />
      <UploadBox />
      <h2 className="mb-3 mt-8 text-2xl">{t('bank.statements')}</h2>
      <KeyedList query={list} empty={<EmptyState art="sutra" title={t('bank.empty')} text={t('bank.empty-text')} />}>
        {(rows) => <StatementList rows={rows} />}
      </KeyedList>
      <RuleList />
    </>
  )
}

function UploadBox() {
  const t = useT()
  const [, navigate] = useLocation()
  const send = useActOnce(
    (file: File) => upload('/api/admin/bank/statement', [file]),
    ({ id, known }) => {
      if (known) toast({ text: 'bank.known', type: 'success' })
      navigate(`/bank/${id}`)
    },
    'money',
  )
  return (
    <div className="lg:max-w-3xl" aria-busy={send.pending}>
      <FileDrop
        label={t(send.pending ? 'bank.uploading' : 'bank.upload')}
        hint={t('bank.upload-hint')}
        accept=".csv,.xls,.xlsx,text/csv"
        error={send.problem}
        busy={send.pending || send.unsent}
        onFiles={([file]) => file && void send.send(file)}
      />
      {send.unsent && <UnsentNotice onStop={send.stop} />}
    </div>
  )
}
