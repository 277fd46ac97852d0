import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { upload } from '../../api/upload.ts'
import { useT } from '../../i18n/context.tsx'
import { useAct } from '../../forms/use-act.ts'
import { whyRefused } from '../../forms/refusal.ts'
import { useTold } from '../../forms/use-told.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { toast } from '../../ui/toast-store.ts'
import { KeyedList } from '../kit/list/keyed-list.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { guarded } from '../kit/session/session-gate.ts'
import { statementsQuery } from './bank-queries.ts'
import { RuleList } from './rule-list.tsx'
import { StatementList } from './statement-list.tsx'
import { refresh } from '../kit/query/refresh.ts'

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
  const client = useQueryClient()
  const [problem, setProblem] = useTold()
  const send = useAct((file: File) => guarded(() => upload('/api/admin/bank/statement', [file])), {
    done: ({ id, known }) => {
      if (known) toast({ text: 'bank.known', type: 'success' })
      void refresh(client, 'money')
      navigate(`/bank/${id}`)
    },
    refused: (result) => {
      if (result?.status === 400) setProblem(whyRefused(result.body))
      return result?.status === 400 || result?.status === 401
    },
  })
  const take = (files: File[]) => {
    if (!files[0]) return
    setProblem()
    void send.send(files[0])
  }
  return (
    <div className="lg:max-w-3xl" aria-busy={send.pending}>
      <FileDrop
        label={t(send.pending ? 'bank.uploading' : 'bank.upload')}
        hint={t('bank.upload-hint')}
        accept=".csv,.xls,.xlsx,text/csv"
        error={problem}
        busy={send.pending}
        onFiles={take}
      />
    </div>
  )
}
