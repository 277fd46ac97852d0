import { useT } from '../../i18n/context.tsx'
import { usePage } from './payload.tsx'

/** The temple's phone number, for visitors who need help. */
export function TemplePhone() {
  const t = useT()
  const { phone } = usePage().site
  if (!phone) return null // a new temple has none yet
  return (
    <a className="link touch" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
      {t('message.call', { phone })}
    </a>
  )
}
