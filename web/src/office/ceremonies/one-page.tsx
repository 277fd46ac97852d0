import type { PageProps } from '../kit/layout/page-props.ts'
import { CeremonyPage } from './ceremony-page.tsx'
import { TaiSuiPage } from './tai-sui-page.tsx'

/** Under `/ceremonies/`: `tai-sui` is the table of signs, all else are ceremonies. */
export function CeremonyOne(props: PageProps) {
  return props.id === 'tai-sui' ? <TaiSuiPage /> : <CeremonyPage {...props} />
}
