/** The pages of the office. */
export type Area = 'payments' | 'counter' | 'members' | 'messages' | 'staff'

const staffRoles = ['counter', 'treasurer', 'editor', 'ritual', 'admin'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Who may do what; the same as the rights of the API's calls, which decide. */
const rights = {
  payments: ['treasurer', 'admin'],
  counter: ['counter', 'treasurer', 'admin'],
  members: ['counter', 'admin'],
  messages: ['editor', 'counter', 'admin'],
  staff: ['admin'],
} satisfies Record<Area, readonly StaffRole[]>

/** The office roles among a user's roles; none means that the office is closed to them. */
export function staffRolesOf(roles: readonly string[]): StaffRole[] {
  return staffRoles.filter((role) => roles.includes(role))
}

/** The pages that the roles open, in the order of the menu. */
export function areasOf(roles: readonly string[]): Area[] {
  const own: readonly string[] = staffRolesOf(roles)
  return (['payments', 'counter', 'members', 'messages', 'staff'] as const).filter((area) =>
    rights[area].some((role) => own.includes(role)),
  )
}
