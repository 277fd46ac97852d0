import type { PageProps } from '../kit/layout/page-props.ts'
import { CeremonyPage } from './ceremony-page.tsx'
import { TaiSuiPage } from './tai-sui-page.tsx'

/** The pages below `/ceremonies/`: `tai-sui` is the table of signs, any other is a ceremony. */
export function CeremonyOne(props: PageProps) {
  return props.id === 'tai-sui' ? <TaiSuiPage /> : <CeremonyPage {...props} />
}
