import type { ReactNode } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import type { ActOnce } from '../kit/act/use-act-once.ts'

type DoProps = {
  act: Pick<ActOnce<never>, 'problem' | 'unsent' | 'stop' | 'pending'>
  /** The consequence, as a second line. */
  sub?: string
  onDo: () => void
  children: ReactNode
}

/** The single button of a row. */
export function Do({ act, sub, onDo, children }: DoProps) {
  const t = useT()
  return (
    <>
      <Button
        data-do=""
        pending={act.pending}
        className="min-h-11 w-full flex-col gap-0 px-3 py-1 text-sm leading-tight"
        onClick={onDo}
      >
        {act.unsent ? t('common.try-again') : children}
        {sub && <span className="block text-xs font-normal text-cinnabar">{sub}</span>}
      </Button>
      <ActState act={act} />
    </>
  )
}
