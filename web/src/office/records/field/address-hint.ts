import type { AddressedKind } from '../../kit/site/record-kinds.ts'

/** What an address of each kind looks like. */
export const addressHint = {
  page: 'records.address-hint',
  offering: 'records.address-hint-offering',
  category: 'records.address-hint-category',
  event: 'records.address-hint-event',
} as const satisfies Record<AddressedKind, string>
