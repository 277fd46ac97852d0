const staffRoles = ['counter', 'treasurer', 'editor', 'ritual', 'admin'] as const
export type StaffRole = (typeof staffRoles)[number]

/** The office roles among a user's roles; none means that the office is closed to them. */
export function staffRolesOf(roles: readonly string[]): StaffRole[] {
  return staffRoles.filter((role) => roles.includes(role))
}
