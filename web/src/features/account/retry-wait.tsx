import { useT } from '../../i18n/context.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { waitInWords } from './wait.ts'

/** Shows how long to wait until the form can be sent again; renders nothing after that. */
export function RetryWait({ until }: { until: number | undefined }) {
  const t = useT()
  const wait = useCountdown(until)
  return wait > 0 && <p className="font-semibold text-gold-7">{t('member.wait', { time: waitInWords(t, wait) })}</p>
}
