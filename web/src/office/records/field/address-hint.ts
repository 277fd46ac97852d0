import type { AddressedKind } from '../../kit/site/record-kinds.ts'

/** What an address of each kind looks like. */
export const addressHint = {
  page: 'pages.address-hint',
  offering: 'pages.address-hint-offering',
  category: 'pages.address-hint-category',
  event: 'pages.address-hint-event',
} as const satisfies Record<AddressedKind, string>
