import { useEffect, useRef, useState } from 'react'
import type { components } from '../../api/schema'
import { atEyeLevel } from '../../domain/eye-level.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { HallPlan } from '../../ui/hall-plan.tsx'
import { RowStrip } from './row-strip.tsx'

export type Found = components['schemas']['SiteKioskFound']

/** The positions found for a phone number, one at a time: the position in large type, and the way there. */
export function KioskFound({ found, onDone }: { found: Found; onDone: () => void }) {
  const t = useT()
  const locale = useLocale()
  const heading = useRef<HTMLHeadingElement>(null)
  const [chosen, setChosen] = useState(0)
  useEffect(() => heading.current?.focus(), [])
  const { items, halls, early } = found
  const place = items[chosen]
  const hall = halls.find(({ key }) => key === place?.key)
  const tower = hall?.towers.find(({ code }) => code === place?.tower)
  if (items.length + early.length === 0)
    return (
      <div className="kiosk-parts">
        <div className="space-y-6">
          <h1 ref={heading} tabIndex={-1} className="kiosk-title outline-none">
            {t('lamp.kiosk-none')}
          </h1>
          <p className="kiosk-way">{t('lamp.kiosk-none-text')}</p>
          <Button kind="primary" className="kiosk-find" onClick={onDone}>
            {t('lamp.kiosk-again')}
          </Button>
        </div>
      </div>
    )
  return (
    <div className="kiosk-parts">
      <div className="w-full space-y-4">
        <h1 ref={heading} tabIndex={-1} className="kiosk-where outline-none">
          {t('lamp.kiosk-found', { count: items.length + early.length })}
        </h1>
        {items.length > 1 && (
          <div className="kiosk-choices">
            {items.map((one, n) => (
              <button
                key={one.id}
                type="button"
                aria-pressed={n === chosen}
                className="kiosk-choice font-figures"
                onClick={() => setChosen(n)}
              >
                {one.code}
              </button>
            ))}
          </div>
        )}
        {place && (
          <div aria-live="polite">
            <p className="kiosk-code font-figures">{place.code}</p>
            <p className="kiosk-where">
              {t('place.where', {
                hall: place.hall[locale],
                tower: tower?.title[locale] ?? place.tower,
                row: place.row,
                unit: place.unit,
              })}
            </p>
            {place.way[locale] && <p className="kiosk-way mt-2">{place.way[locale]}</p>}
            {atEyeLevel(tower, place.row) && <p className="kiosk-way">{t('place.eye-level', { row: place.row })}</p>}
          </div>
        )}
        {early.map((words) => (
          <p key={words} className="kiosk-where">
            {words}
          </p>
        ))}
        <Button kind="primary" className="kiosk-find" onClick={onDone}>
          {t('lamp.kiosk-done')}
        </Button>
      </div>
      {place && hall && (
        <div className="kiosk-plan">
          <HallPlan altar={t('place.altar')} door={t('place.door')} chosen={place.tower} towers={hall.towers} />
          <div className="mt-4">
            <RowStrip row={place.row} units={place.units} unit={place.unit} />
          </div>
        </div>
      )}
    </div>
  )
}
