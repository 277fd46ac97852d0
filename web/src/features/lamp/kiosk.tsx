import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { useAct } from '../../forms/use-act.ts'
import { whyRefused } from '../../forms/refusal.ts'
import { useTold } from '../../forms/use-told.ts'
import { useT } from '../../i18n/context.tsx'
import { useLatest } from '../../lib/use-latest.ts'
import { Button } from '../../ui/button.tsx'
import { KioskFound, type Found } from './kiosk-found.tsx'
import { KioskKeys } from './kiosk-keys.tsx'
import { useStillness } from './use-stillness.ts'
import './kiosk.css'

const longest = 15
const fewest = 8
const minute = 60

/** Finds positions by phone number, and clears the result after a minute without a touch. */
export function Kiosk() {
  const t = useT()
  const [digits, setDigits] = useState('')
  const [found, setFound] = useState<Found>()
  const [said, setSaid] = useTold()
  const act = useAct((mobile: string) => api.post('/api/kiosk/find', { body: { mobile } }), {
    done: (value) => {
      setDigits('')
      setFound(value)
    },
    refused: (result) => {
      if (result?.status !== 400) return false
      setSaid(whyRefused(result.body))
      return true
    },
  })
  const forget = () => {
    setDigits('')
    setFound(undefined)
    setSaid(undefined)
    scrollTo(0, 0)
  }
  const left = useStillness(digits !== '' || found !== undefined || said !== undefined, minute, forget)
  const press = (digit: string) => {
    setSaid(undefined)
    setDigits((now) => (now + digit).slice(0, longest))
  }
  const back = () => setDigits((now) => now.slice(0, -1))
  const find = () => {
    if (digits.length < fewest) return setSaid({ key: 'lamp.find-missing' })
    // A number longer than Singapore's eight digits includes its country code.
    void act.send(digits.length > fewest ? `+${digits}` : digits)
  }
  // A physical keyboard's digits work too.
  const latest = useLatest({ press, back, find, open: !found })
  useEffect(() => {
    const onKey = ({ key, target }: KeyboardEvent) => {
      const { open, ...now } = latest.current
      if (!open) return
      if (/^\d$/.test(key)) now.press(key)
      else if (key === 'Backspace') now.back()
      else if (key === 'Enter' && !(target instanceof HTMLButtonElement)) now.find()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [latest])
  return (
    <>
      {found ? (
        <KioskFound found={found} onDone={forget} />
      ) : (
        <div className="kiosk-parts">
          <div className="space-y-4">
            <h1 className="kiosk-title">{t('lamp.kiosk-title')}</h1>
            <p className="kiosk-way">{t('lamp.kiosk-text')}</p>
          </div>
          <div className="grid w-full justify-items-center gap-4">
            <output aria-label={t('common.field.mobile')} className="kiosk-number font-figures">
              {spaced(digits)}
            </output>
            {said && (
              <p role="alert" className="text-xl font-bold text-cinnabar">
                {said}
              </p>
            )}
            <KioskKeys onDigit={press} onBack={back} onClear={forget} />
            <Button kind="primary" className="kiosk-find" pending={act.pending} onClick={find}>
              {t('lamp.kiosk-find')}
            </Button>
          </div>
        </div>
      )}
      {left !== undefined && (
        <p className="text-center text-xl text-ink-2">{t('lamp.kiosk-forgets', { count: left })}</p>
      )}
    </>
  )
}

/** Shows eight digits in groups of four, and a blank line while there are none. */
function spaced(digits: string): string {
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ') || '\u00a0'
}
