import type { PageProps } from '../kit/layout/page-props.ts'
import { ItemsStep } from './items-step.tsx'
import { MadePage } from './made-page.tsx'
import { NamesStep } from './names-step.tsx'
import { PayStep } from './pay-step.tsx'
import { PayerStep } from './payer-step.tsx'
import { WaitingPage } from './waiting-page.tsx'

const pages = { items: ItemsStep, names: NamesStep, payer: PayerStep, pay: PayStep, waiting: WaitingPage }

/** The pages below the walk-in: later screens, waiting orders, and a created order. */
export function WalkInPage(props: PageProps) {
  const Page = Object.hasOwn(pages, props.id) ? pages[props.id as keyof typeof pages] : MadePage
  return <Page {...props} />
}
