import type { StaffUser } from '../kit/session/session.tsx'

/** Whether the user may change ceremony lists; other staff have read access. The server enforces it. */
export const mayKeep = (user: StaffUser) => user.roles.some((role) => role === 'ritual' || role === 'admin')
