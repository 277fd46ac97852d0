import type { ComponentType } from 'react'
import type { components } from '../../api/schema'

/** What the page of personal data shows. */
export type Overview = components['schemas']['PersonalOverview']
export type Owed = components['schemas']['PaymentOwed']

/** A field for a password, which belongs to accounts: the page hands it in. */
export type PasswordInput = ComponentType<{
  id: string
  name: string
  label: string
  hint?: string
  error?: string
  autoComplete: string
}>
