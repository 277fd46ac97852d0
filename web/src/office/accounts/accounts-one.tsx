import type { PageProps } from '../kit/layout/page-props.ts'
import { FigurePage } from './figure-page.tsx'
import { StatementsPage } from './statements-page.tsx'

/** What stands beside the figures: the list behind one, and the statements of members. */
export function AccountsOne({ id }: PageProps) {
  return id === 'list' ? <FigurePage /> : <StatementsPage />
}
