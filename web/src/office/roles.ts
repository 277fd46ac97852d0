/** The areas of the office, in the order of the menu. */
export const areas = [
  'payments',
  'late',
  'bank',
  'counter',
  'walk-in',
  'orders',
  'accounts',
  'members',
  'messages',
  'letters',
  'staff',
  'settings',
  'audit',
] as const
export type Area = (typeof areas)[number]

const staffRoles = ['counter', 'treasurer', 'editor', 'ritual', 'admin'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Who may do what; the same as the rights of the API's calls, which decide. */
const rights = {
  payments: ['treasurer', 'admin'],
  late: ['treasurer', 'admin'],
  bank: ['treasurer', 'admin'],
  counter: ['counter', 'treasurer', 'admin'],
  'walk-in': ['counter', 'treasurer', 'admin'],
  orders: ['counter', 'treasurer', 'admin'],
  accounts: ['treasurer', 'admin'],
  members: ['counter', 'admin'],
  messages: ['editor', 'counter', 'admin'],
  letters: ['treasurer', 'admin'],
  staff: ['admin'],
  settings: ['treasurer', 'admin'],
  audit: ['admin'],
} satisfies Record<Area, readonly StaffRole[]>

/** The office roles among a user's roles; none means that the office is closed to them. */
export function staffRolesOf(roles: readonly string[]): StaffRole[] {
  return staffRoles.filter((role) => roles.includes(role))
}

/** The areas that the roles open, in the order of the menu. */
export function areasOf(roles: readonly string[]): Area[] {
  const own: readonly string[] = staffRolesOf(roles)
  return areas.filter((area) => rights[area].some((role) => own.includes(role)))
}
