import { useState } from 'react'
import { useT } from '../../../../i18n/context.tsx'
import { plainDigits } from '../../../../domain/whole-number.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { ActState } from '../../../kit/act/act-state.tsx'
import type { OptionUse } from '../../record-queries.ts'
import { useOptionAct } from './use-option-act.ts'

/** The remaining stock of an option, changed for visitors at once. */
export function OptionNow({ offeringId, live }: { offeringId: string; live: OptionUse }) {
  const t = useT()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  const act = useOptionAct(offeringId, live.id, () => setText(''))
  const limited = live.remaining !== undefined
  const places = () => {
    const plain = plainDigits(text)
    const n = /^[+-]?\d{1,7}$/.test(plain) ? Number(plain) : 0
    setWrong(n === 0 || (!limited && n < 0))
    if (n !== 0 && (limited || n > 0)) void act.send(limited ? { change: n } : { remaining: n })
  }
  return (
    <section className="rounded-2xl border border-line-2 bg-card p-4">
      <h3 className="font-bold">{t('records-offering.now')}</h3>
      <p className="mb-3 text-sm text-ink-2">{t('records-offering.now-text')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          id={`places-${live.id}`}
          label={t(limited ? 'records-offering.add-places' : 'records-offering.limit-places')}
          hint={limited ? t('records-offering.add-places-hint') : undefined}
          inputMode="text"
          autoComplete="off"
          value={text}
          error={wrong ? t('records-offering.places-wrong') : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        <Button pending={act.pending} onClick={places}>
          {t(limited ? 'records-offering.do-places' : 'records-offering.limit')}
        </Button>
        {limited && (
          <Button pending={act.pending} onClick={() => void act.send({ unlimited: true })}>
            {t('records-offering.no-more-limit')}
          </Button>
        )}
      </div>
      <ActState act={act} />
    </section>
  )
}
