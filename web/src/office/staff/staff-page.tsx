import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Value } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import type { Translate } from '../../i18n/messages.ts'
import { toastFailure, useApi } from '../../page/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Failed } from '../failed.tsx'
import type { StaffUser } from '../session.tsx'
import { PageTop } from '../page-top.tsx'
import { guarded, valueOf } from '../session-gate.ts'
import { useRoleWords } from '../use-role-words.ts'

type StaffMember = Value<'/api/admin/staff', 'get'>['staff'][number]

const key = ['staff']

/** The accounts of the office, and the way back in for who lost their second step. */
export function StaffPage({ user }: { user: Pick<StaffUser, 'id'> }) {
  const self = user.id
  const t = useT()
  const client = useQueryClient()
  const [asked, setAsked] = useState<StaffMember>()
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => valueOf(() => api.get('/api/admin/staff')),
  })
  const reset = useApi((id: string) =>
    guarded(() => api.post('/api/admin/staff/{id}/reset-factor', { params: { id } })),
  )

  async function yes({ id, name }: StaffMember) {
    const result = await reset.run(id)
    if (!result) return
    setAsked(undefined)
    if (result.status !== 200) return toastFailure(result)
    toast({ text: t('office.staff-reset-done', { name }), type: 'success' })
    await client.invalidateQueries({ queryKey: key })
  }

  return (
    <>
      <PageTop title={t('office.area-staff')} text={t('office.staff-text')} />
      {error && !data && <Failed error={error} onAgain={() => void refetch()} />}
      {!error && !data && <Skeleton lines={6} card />}
      <ul className="space-y-4">
        {data?.staff.map((member) => (
          <li key={member.id}>
            <StaffCard member={member} self={member.id === self} onReset={() => setAsked(member)} />
          </li>
        ))}
      </ul>
      <Dialog open={asked !== undefined} onClose={() => setAsked(undefined)} title={t('office.staff-reset')}>
        {asked && (
          <div className="space-y-4">
            <p>{t('office.staff-reset-text', { name: asked.name })}</p>
            <div className="flex flex-wrap justify-end gap-3 pt-2">
              <Button onClick={() => setAsked(undefined)}>{t('common.cancel')}</Button>
              <Button kind="danger" pending={reset.pending} onClick={() => void yes(asked)}>
                {t('office.staff-reset')}
              </Button>
            </div>
          </div>
        )}
      </Dialog>
    </>
  )
}

function StaffCard({ member, self, onReset }: { member: StaffMember; self: boolean; onReset: () => void }) {
  const t = useT()
  const words = useRoleWords()
  return (
    <article className="card flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5">
      <div>
        <h2 className="font-names text-lg font-bold">
          {member.name} {member.chineseName}
        </h2>
        <p className="break-all text-ink-2">{[member.email, member.mobile].filter(Boolean).join(' · ')}</p>
        <p>{words(member.roles)}</p>
        <p className={member.totp || member.passkeys > 0 ? 'text-jade' : 'text-gold-7'}>{secondStep(t, member)}</p>
        {!member.active && <p className="font-semibold text-cinnabar">{t('office.staff-disabled')}</p>}
      </div>
      {!self && (member.totp || member.passkeys > 0) && (
        <Button onClick={onReset}>
          {t('office.staff-reset')}
          <span className="sr-only"> {member.name}</span>
        </Button>
      )}
    </article>
  )
}

function secondStep(t: Translate, { totp, passkeys }: StaffMember): string {
  const has = [totp && t('office.staff-app'), passkeys > 0 && t('office.staff-passkeys', { count: passkeys })]
  return has.filter(Boolean).join(' · ') || t('office.staff-none')
}
