import { createContext } from 'react'
import type { Relative } from '../domain/form/family-book.ts'

/** The family book of whom a form is filled in for, where that is not whoever is logged in: at the temple's counter. */
export const FamilyBookOverride = createContext<readonly Relative[] | undefined>(undefined)
