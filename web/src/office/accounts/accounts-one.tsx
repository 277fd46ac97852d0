import type { PageProps } from '../kit/layout/page-props.ts'
import { FigurePage } from './figure-page.tsx'
import { StatementsPage } from './statements-page.tsx'

/** The subpages of the accounts: the list behind a figure, and the yearly statements of members. */
export function AccountsOne({ id }: PageProps) {
  return id === 'list' ? <FigurePage /> : <StatementsPage />
}
