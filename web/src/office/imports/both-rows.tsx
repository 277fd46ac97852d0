import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { keyFor } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { Failed } from '../kit/query/failed.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { putRows, rowQuery, type Import, type ImportRow } from './import-queries.ts'

type Props = { one: Import; row: ImportRow; other: number; onChosen: () => void }

/** Two possible duplicates side by side, differences marked. Keeping one leaves the other out. */
export function BothRows({ one, row, other, onChosen }: Props) {
  const t = useT()
  const client = useQueryClient()
  const found = useQuery(rowQuery(one.id, other))
  const leave = useActOnce(
    (out: number, idempotencyKey) =>
      api.post('/api/admin/import/{id}/row/{row}/answer', {
        params: { id: one.id, row: out },
        body: { field: 'name', answer: 'leave-out' },
        idempotencyKey,
      }),
    (rows) => {
      putRows(client, one.id, rows)
      onChosen()
    },
    'imports',
  )
  if (found.error) return <Failed error={found.error} onAgain={() => void found.refetch()} />
  if (found.isPending) return <Skeleton lines={6} />
  if (!found.data) return <p>{t('imports.both-gone', { other })}</p>
  const both = [found.data, row]
  const fields = one.fields.filter((field) => both.some((one) => text(one, field)))
  const differs = (field: string) => text(found.data as ImportRow, field) !== text(row, field)
  return (
    <div className="space-y-4">
      <p>{t('imports.both-text')}</p>
      <table className="w-full table-fixed text-left">
        <caption className="pb-2 text-left text-sm text-ink-2">
          {t(fields.some(differs) ? 'imports.both-differ' : 'imports.both-same')}
        </caption>
        <thead>
          <tr className="border-b border-line align-bottom text-sm">
            <th scope="col" className="w-1/4 py-2 pr-2 font-semibold text-ink-2">
              {t('imports.both-field')}
            </th>
            {both.map(({ row: nr }) => (
              <th key={nr} scope="col" className="px-2 py-2">
                {t('imports.row-nr', { row: nr })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field} className="border-b border-line align-top">
              <th scope="row" className="py-2 pr-2 text-sm font-normal text-ink-2">
                {t(keyFor('imports.field-', field))}
              </th>
              {both.map((one) => (
                <td key={one.id} className={`px-2 py-2 wrap-anywhere ${differs(field) ? 'bg-gold-1 font-bold' : ''}`}>
                  {text(one, field)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ActState act={leave} />
      <div className="flex flex-wrap justify-end gap-2">
        {both.map(({ row: nr }, at) => (
          <Button
            key={nr}
            kind={at === 0 ? 'primary' : 'plain'}
            pending={leave.pending}
            onClick={() => void leave.send(both[1 - at]?.row ?? other)}
          >
            {t('imports.both-keep', { row: nr })}
          </Button>
        ))}
      </div>
    </div>
  )
}

function text(row: ImportRow, field: string): string {
  return row.cells[field]?.text ?? ''
}
