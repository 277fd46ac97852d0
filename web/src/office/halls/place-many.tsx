import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { ActState } from '../kit/act/act-state.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { SelectField } from '../kit/field/select-field.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { placingPlanQuery, type Hall } from './hall-queries.ts'
import type { PlacedMany } from './placed-notice.tsx'

type Props = {
  option: string
  halls: readonly Hall[]
  onClose: () => void
  onPlaced: (done: PlacedMany) => void
}

/** Previews which lamp gets which position, and assigns all at once. */
export function PlaceMany({ option, halls, onClose, onPlaced }: Props) {
  const t = useT()
  const locale = useLocale()
  const [tower, setTower] = useState('')
  const query = useQuery(placingPlanQuery(option, tower))
  const act = useActOnce(
    (pairs: readonly { ref: string; positionId: string }[], idempotencyKey) =>
      api.post('/api/admin/placeless/{option}', {
        params: { option },
        body: { pairs: pairs.map(({ ref, positionId }) => ({ ref, positionId })) },
        idempotencyKey,
      }),
    onPlaced,
    'halls',
  )
  const towers = halls.flatMap((hall) =>
    hall.towers.map(({ id, title }) => [id, `${hall.title[locale]} · ${title[locale]}`] as const),
  )
  return (
    <div className="space-y-4">
      <p>{t('halls.place-many-text')}</p>
      <SelectField
        id="tower"
        label={t('halls.place-where')}
        value={tower}
        options={[['', t('halls.place-anywhere')], ...towers]}
        onChange={setTower}
      />
      <Loaded query={query} lines={5}>
        {({ pairs, leftOut, rest }) => (
          <>
            <p role="status" className="font-bold">
              {pairs.length > 0 ? t('halls.plan-count', { count: pairs.length }) : t('halls.plan-none')}
            </p>
            {rest > 0 && <p className="text-ink-2">{t('halls.plan-rest', { count: rest })}</p>}
            {leftOut > 0 && <p className="text-ink-2">{t('halls.plan-left', { count: leftOut })}</p>}
            {pairs.length > 0 && (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it
              <section tabIndex={0} aria-label={t('halls.plan')} className="max-h-80 overflow-auto rounded-xl border">
                <ul>
                  {pairs.map((one) => (
                    <li
                      key={one.positionId}
                      className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-4 py-2 last:border-0"
                    >
                      <span className="font-names wrap-anywhere">{one.names.join('、') || one.payer}</span>
                      <span>
                        {one.byWords && <span className="mr-2 text-sm text-ink-2">{t('halls.by-words')}</span>}
                        <span className="font-bold">{one.code}</span>
                      </span>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            <ActState act={act} />
            <div className="flex flex-wrap justify-end gap-3">
              <Button onClick={onClose}>{t('common.cancel')}</Button>
              {pairs.length > 0 && (
                <Button kind="primary" pending={act.pending} onClick={() => void act.send(pairs)}>
                  {t('halls.place-these', { count: pairs.length })}
                </Button>
              )}
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}
