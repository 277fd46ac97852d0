import { useT } from '../../../i18n/context.tsx'
import { staffRolesOf } from './roles.ts'

/** Names a user's office roles: "Treasurer, Counter". */
export function useRoleWords(): (roles: readonly string[]) => string {
  const t = useT()
  return (roles) =>
    staffRolesOf(roles)
      .map((role) => t(`office.role-${role}`))
      .join(t('office.comma'))
}
