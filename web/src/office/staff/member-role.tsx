import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Value } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { phone } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { rowsAfter } from '../kit/query/pagination.ts'
import { PayerNames } from '../kit/person/payer-names.tsx'
import { SearchBox } from '../kit/list/search-box.tsx'
import { valueOf } from '../kit/session/session-gate.ts'
import { RolesForm } from './roles-form.tsx'

type Found = NonNullable<Value<'/api/admin/member', 'get'>['items']>[number]

/** Finds a member and gives them an office role. */
export function MemberRole({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<Found>()
  const { data } = useQuery({
    queryKey: ['members', q],
    queryFn: async () =>
      (await valueOf(() => api.get('/api/admin/member', { query: { q, ...rowsAfter('') } }))).items ?? [],
    enabled: q.length >= 2,
    staleTime: 0,
  })
  if (chosen) return <RolesForm fresh person={{ id: chosen.id, name: chosen.name, roles: [] }} onClose={onClose} />
  const found = data?.filter((member) => !member.staff)
  return (
    <div className="space-y-4">
      <p>{t('staff.member-text')}</p>
      <SearchBox label={t('office.members-search')} value={q} onSearch={setQ} ready />
      {found?.length === 0 && <p role="status">{t('office.none-found')}</p>}
      <ul className="space-y-2">
        {found?.map((member) => (
          <li key={member.id} className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-paper-2 p-3">
            <span>
              <PayerNames name={member.name} chinese={member.chineseName} />
              <span className="block text-sm text-ink-2">{member.mobile && phone(member.mobile)}</span>
            </span>
            <Button onClick={() => setChosen(member)}>
              {t('staff.member-choose')}
              <span className="sr-only"> {member.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
