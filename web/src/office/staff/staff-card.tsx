import { Link } from 'wouter'
import { useT } from '../../i18n/context.tsx'
import { phone } from '../../i18n/format.ts'
import type { Translate, MessageKey } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { useRoleWords } from '../kit/session/use-role-words.ts'
import type { StaffMember } from './staff-queries.ts'

/** The actions for an account. */
export type Act = 'roles' | 'invite' | 'remind' | 'disable' | 'enable' | 'reset'

/** An office account. */
export function StaffCard(props: { member: StaffMember; self: boolean; onAct: (act: Act) => void }) {
  const { member, self, onAct } = props
  const t = useT()
  const words = useRoleWords()
  const armed = member.totp || member.passkeys > 0
  const acts: (readonly [Act, MessageKey])[] = [
    ['roles', 'staff.roles-change'],
    ...(member.invited && member.active ? [['invite', 'staff.staff-invite'] as const] : []),
    ...(!self && member.waits ? [['remind', 'staff.staff-remind'] as const] : []),
    ...(!self && armed ? [['reset', 'staff.staff-reset'] as const] : []),
    ...(self
      ? []
      : [member.active ? (['disable', 'staff.staff-disable'] as const) : (['enable', 'staff.staff-enable'] as const)]),
  ]
  return (
    <article
      className={`card flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5 ${member.active ? '' : 'bg-paper-2'}`}
    >
      <div className="min-w-0 grow basis-72">
        <h2 className="font-sans text-lg font-bold">
          {member.name} {member.chineseName}
        </h2>
        <p className="wrap-anywhere text-ink-2">
          {[member.email, member.mobile && phone(member.mobile)].filter(Boolean).join(' · ')}
        </p>
        <p>{words(member.roles)}</p>
        {member.invited ? (
          <p className="text-gold-7">{t('staff.invited')}</p>
        ) : (
          <p className={armed ? 'text-jade' : 'text-gold-7'}>{secondStep(t, member)}</p>
        )}
        {!member.active && <p className="font-semibold text-cinnabar">{t('staff.disabled')}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {acts.map(([act, key]) => (
          <Button key={act} disabled={act === 'roles' && !member.active} onClick={() => onAct(act)}>
            {t(key)}
            <span className="sr-only"> {member.name}</span>
          </Button>
        ))}
        <Link href={`/audit?person=${member.id}`} className="link flex min-h-12 items-center px-2 font-semibold">
          {t('office.audit-trail')}
          <span className="sr-only"> {member.name}</span>
        </Link>
      </div>
    </article>
  )
}

function secondStep(t: Translate, { totp, passkeys }: StaffMember): string {
  const has = [totp && t('staff.app'), passkeys > 0 && t('staff.passkeys', { count: passkeys })]
  return has.filter(Boolean).join(' · ') || t('staff.none')
}
