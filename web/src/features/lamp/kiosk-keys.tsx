import { useT } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'

type Props = { onDigit: (digit: string) => void; onBack: () => void; onClear: () => void }

/** Large digit keys, because a kiosk shows no keyboard. */
export function KioskKeys({ onDigit, onBack, onClear }: Props) {
  const t = useT()
  return (
    <div role="group" aria-label={t('lamp.kiosk-digits')} className="kiosk-keys">
      {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => (
        <button key={digit} type="button" className="kiosk-key font-figures" onClick={() => onDigit(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" className="kiosk-key kiosk-key-word" onClick={onClear}>
        {t('lamp.kiosk-clear')}
      </button>
      <button type="button" className="kiosk-key font-figures" onClick={() => onDigit('0')}>
        0
      </button>
      <button type="button" className="kiosk-key" aria-label={t('lamp.kiosk-back')} onClick={onBack}>
        <Icon name="back" size={34} />
      </button>
    </div>
  )
}
