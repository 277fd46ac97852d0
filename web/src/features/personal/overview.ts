import type { ComponentType } from 'react'
import type { components } from '../../api/schema'

/** The data of the personal data page. */
export type Overview = components['schemas']['PersonalOverview']
export type Owed = components['schemas']['PaymentOwed']

/** A password field, passed in by the page because it belongs to the account feature. */
export type PasswordInput = ComponentType<{
  id: string
  name: string
  label: string
  hint?: string
  error?: string
  autoComplete: string
}>
