import type { ReactNode } from 'react'
import { atEyeLevel } from '../../domain/eye-level.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { HallPlan } from '../../ui/hall-plan.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { Hall, StandingLamp } from './lamp.ts'
import { LampRites } from './lamp-rites.tsx'
import { LampTerm } from './lamp-term.tsx'
import { RowStrip } from './row-strip.tsx'
import { savePicture, sendOn } from './send-on.ts'

type Props = {
  lamp: StandingLamp
  hall: Hall | undefined
  slip: ReactNode
  temple: string
  /** A link to its order. */
  order?: ReactNode
  /** The state of the subscription that it belongs to. */
  says?: ReactNode
}

/** A placed lamp or tablet: its names, its position and the way there, its term, and its rites. */
export function LampCard({ lamp, hall, slip, temple, order, says }: Props) {
  const t = useT()
  const locale = useLocale()
  const tower = hall?.towers.find(({ code }) => code === lamp.tower)
  const where = t('place.where', {
    hall: lamp.hall[locale],
    tower: tower?.title[locale] ?? lamp.tower,
    row: lamp.row,
    unit: lamp.unit,
  })
  const atEyes = atEyeLevel(tower, lamp.row)
  const title = `${lamp.title[locale]} · ${lamp.optionTitle[locale]}`
  const way = lamp.way[locale]
  const send = async () => {
    const text = [t('lamp.send-text', { title, code: lamp.code, where }), way].filter(Boolean).join('\n')
    if (await sendOn(`${temple}\n${text}`)) toast({ text: 'lamp.copied', type: 'success' })
  }
  return (
    <article aria-labelledby={`lamp-${lamp.id}`} className="grid items-start gap-5 lg:grid-cols-2">
      <Panel size="l">
        <div className="mb-5 rounded-2xl bg-paper-2 py-5">{slip}</div>
        <p className="text-ink-2">{title}</p>
        <h2 id={`lamp-${lamp.id}`} className="font-figures text-4xl font-semibold text-cinnabar">
          {lamp.code}
        </h2>
        <p className="font-bold">{where}</p>
        <div className="max-w-md">
          {hall && (
            <HallPlan altar={t('place.altar')} door={t('place.door')} chosen={lamp.tower} towers={hall.towers} />
          )}
          <div className="mt-4">
            <RowStrip row={lamp.row} units={lamp.units} unit={lamp.unit} />
          </div>
        </div>
        {way && <p className="mt-2 text-ink-2">{way}</p>}
        {atEyes && <p className="text-ink-2">{t('place.eye-level', { row: lamp.row })}</p>}
        <p className="no-print mt-5 flex flex-wrap gap-3">
          <Button
            icon="download"
            onClick={() => void savePicture({ temple, title, code: lamp.code, where, way, names: lamp.names })}
          >
            {t('lamp.save-picture')}
          </Button>
          <Button icon="mail" onClick={() => void send()}>
            {t('lamp.send')}
          </Button>
        </p>
        {order && <p className="mt-3">{order}</p>}
      </Panel>
      <div className="grid gap-5">
        <LampTerm lamp={lamp} says={says} />
        <LampRites lamp={lamp.id} rites={lamp.rites} />
      </div>
    </article>
  )
}
