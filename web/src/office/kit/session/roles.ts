const staffRoles = ['counter', 'treasurer', 'editor', 'ritual', 'admin'] as const
export type StaffRole = (typeof staffRoles)[number]

/** The office roles among a user's roles; without one, the office is closed to the user. */
export function staffRolesOf(roles: readonly string[]): StaffRole[] {
  return staffRoles.filter((role) => roles.includes(role))
}
