import { createContext, useContext } from 'react'
import { Visit } from './visit.ts'

/** The visit that a page belongs to. */
export const VisitContext = createContext(new Visit())

export function useVisit(): Visit {
  return useContext(VisitContext)
}
