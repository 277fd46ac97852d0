import { useCallback, useState } from 'react'
import { api, type Value } from '../api/client.ts'
import { atEyeLevel } from '../domain/eye-level.ts'
import type { ChosenPlace } from '../domain/order.ts'
import { useLocale, useT } from '../i18n/context.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { HallPlan } from '../ui/hall-plan.tsx'
import { useAnswer } from './use-answer.ts'

type Hall = Value<'/api/place', 'get'>['items'][number]

export type ChooserProps = {
  option: string
  most: number
  value: readonly ChosenPlace[]
  onChoose: (places: readonly ChosenPlace[]) => void
}

/** Chooses a position step by step: hall, tower on the plan, row, position. Only free ones are offered. */
export function PlaceChooser(props: ChooserProps) {
  const t = useT()
  const { option } = props
  const ask = useCallback(() => api.get('/api/place', { query: { option } }), [option])
  const { value, failed, again } = useAnswer(ask)
  if (failed) return <Failed again={again} />
  if (!value) return <Skeleton lines={6} />
  if (value.items.length === 0) return <p className="text-lg">{t('place.none')}</p>
  return <Halls {...props} halls={value.items} />
}

function Halls({ halls, option, most, value, onChoose }: ChooserProps & { halls: readonly Hall[] }) {
  const t = useT()
  const locale = useLocale()
  const [hallKey, setHallKey] = useState(halls[0]?.key)
  const hall = halls.find(({ key }) => key === hallKey) ?? halls[0]
  const [towerCode, setTowerCode] = useState('')
  const [picked, setPicked] = useState<readonly ChosenPlace[]>(value)
  if (!hall) return null
  const freeOf = (index: number) => hall.free[index] ?? 0
  const at = Math.max(
    0,
    hall.towers.some(({ code }) => code === towerCode)
      ? hall.towers.findIndex(({ code }) => code === towerCode)
      : hall.free.findIndex((free) => free > 0),
  )
  const tower = hall.towers[at]
  const toggle = (place: ChosenPlace) =>
    setPicked(
      picked.some(({ id }) => id === place.id)
        ? picked.filter(({ id }) => id !== place.id)
        : [...picked, place].slice(-most),
    )
  return (
    <>
      <p className="text-ink-2">
        {most > 1 && `${t('place.up-to', { count: most })} `}
        {t('place.choose-text')}
      </p>
      <div className="mt-4 grid items-start gap-6 sm:grid-cols-2">
        <div className="max-w-sm">
          {halls.length > 1 && (
            <div className="flex flex-wrap gap-2">
              {halls.map((one) => (
                <button
                  key={one.key}
                  type="button"
                  aria-pressed={one === hall}
                  onClick={() => setHallKey(one.key)}
                  className={`btn ${one === hall ? 'btn-1' : 'btn-2'}`}
                >
                  {one.title[locale]}
                </button>
              ))}
            </div>
          )}
          {halls.length === 1 && <h3 className="text-xl">{hall.title[locale]}</h3>}
          <HallPlan altar={t('place.altar')} door={t('place.door')} chosen={tower?.code ?? ''} towers={hall.towers} />
          <div role="group" aria-label={hall.title[locale]} className="mt-3 flex flex-wrap gap-2">
            {hall.towers.map(
              (one, index) =>
                freeOf(index) > 0 && (
                  <button
                    key={one.id}
                    type="button"
                    aria-pressed={one === tower}
                    onClick={() => setTowerCode(one.code)}
                    className={`btn ${one === tower ? 'btn-1' : 'btn-2'}`}
                  >
                    {t('place.tower-free', { tower: one.title[locale], count: freeOf(index) })}
                  </button>
                ),
            )}
          </div>
        </div>
        {tower && (
          <div className="min-w-0">
            <h3 className="text-xl">{t('place.tower-free', { tower: tower.title[locale], count: freeOf(at) })}</h3>
            {tower.way[locale] && <p className="text-ink-2">{tower.way[locale]}</p>}
            <TowerPlaces key={tower.id} tower={tower} option={option} picked={picked} onToggle={toggle} />
          </div>
        )}
      </div>
      {/* Always visible: a selection counts only after this button is pressed. */}
      <div className="sticky bottom-0 mt-6 flex flex-wrap gap-3 border-t border-line bg-card py-4">
        <Button kind="primary" disabled={picked.length === 0} onClick={() => onChoose(picked)}>
          {picked.length > 0
            ? t('place.take', { code: picked.map(({ code }) => code).join(', ') })
            : t('place.choose-title')}
        </Button>
        <Button onClick={() => onChoose([])}>{t('place.leave')}</Button>
      </div>
    </>
  )
}

type TowerProps = {
  tower: Hall['towers'][number]
  option: string
  picked: readonly ChosenPlace[]
  onToggle: (place: ChosenPlace) => void
}

function TowerPlaces({ tower, option, picked, onToggle }: TowerProps) {
  const t = useT()
  const [row, setRow] = useState(0)
  const { id } = tower
  const ask = useCallback(
    () => api.get('/api/place/{id}', { params: { id }, query: { option, row } }),
    [option, row, id],
  )
  const { value, failed, again } = useAnswer(ask)
  if (failed) return <Failed again={again} />
  if (!value) return <Skeleton lines={4} />
  if (value.row === 0) return <p className="mt-3">{t('place.none')}</p>
  return (
    <div className="mt-3 space-y-4">
      <Field label={t('place.row')}>
        {(control) => (
          <select
            {...control}
            className="field max-w-sm"
            value={value.row}
            onChange={(event) => setRow(Number(event.target.value))}
          >
            {value.rows.map((one) => (
              <option key={one.row} value={one.row}>
                {t(atEyeLevel(tower, one.row) ? 'place.row-free-eye' : 'place.row-free', {
                  row: one.row,
                  count: one.free,
                })}
              </option>
            ))}
          </select>
        )}
      </Field>
      <fieldset>
        <legend className="mb-2 font-semibold">{t('place.free-in', { row: value.row })}</legend>
        {atEyeLevel(tower, value.row) && <p className="mb-2 text-ink-2">{t('place.eye-level', { row: value.row })}</p>}
        <div className="flex flex-wrap gap-2">
          {value.places.map(({ id, code }) => {
            const here = picked.some((one) => one.id === id)
            return (
              <button
                key={id}
                type="button"
                aria-pressed={here}
                onClick={() => onToggle({ id, code })}
                className={`btn ${here ? 'btn-1' : 'btn-2'}`}
              >
                {code}
              </button>
            )
          })}
        </div>
      </fieldset>
    </div>
  )
}

function Failed({ again }: { again: () => void }) {
  const t = useT()
  return (
    <Notice kind="error" title={t('place.failed')}>
      <button type="button" className="link touch" onClick={again}>
        {t('common.try-again')}
      </button>
    </Notice>
  )
}
