import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'

type Props = {
  due: number
  pending: boolean /** No answer came to the last press. */
  again: boolean
  onShow: () => void
}

/** The order is made and waits; its code is shown to the devotee. */
export function PayNowPanel({ due, pending, again, onShow }: Props) {
  const t = useT()
  return (
    <Panel as="div" className="space-y-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-ink-2">{t('walkin.to-transfer')}</p>
        <p className="font-display text-4xl font-semibold leading-none">{money(due)}</p>
      </div>
      <p>{t('walkin.pay-now-text')}</p>
      <Button kind="primary" wide pending={pending} className="min-h-16 text-xl" onClick={onShow}>
        {t(again ? 'common.try-again' : 'walkin.show-code')}
      </Button>
    </Panel>
  )
}
