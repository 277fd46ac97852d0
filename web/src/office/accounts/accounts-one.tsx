import type { PageProps } from '../kit/layout/page-props.ts'
import { CodesPage } from './codes-page.tsx'
import { FigurePage } from './figure-page.tsx'
import { MonthsPage } from './months-page.tsx'
import { StatementsPage } from './statements-page.tsx'

const pages: Partial<Record<string, typeof FigurePage>> = { list: FigurePage, months: MonthsPage, codes: CodesPage }

/** The subpages of the accounts: the list behind a figure, months, account codes, and yearly statements. */
export function AccountsOne({ id }: PageProps) {
  const Page = pages[id] ?? StatementsPage
  return <Page />
}
