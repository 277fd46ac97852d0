import { createContext } from 'react'
import type { Relative } from '../domain/form/family-book.ts'

/** The family book for a form that is filled in for another person than the logged-in user: at the temple's counter. */
export const FamilyBookOverride = createContext<readonly Relative[] | undefined>(undefined)
