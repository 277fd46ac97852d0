import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { GiveHere } from './give-here.tsx'
import { mapQuery, placeQuery, type PlaceDetail, type Placeless, type Spot } from './hall-queries.ts'
import { MoveDialog } from './move-dialog.tsx'
import { PlaceActs } from './place-acts.tsx'
import type { PlaceState } from './place-state.ts'
import { PlaceSign } from './place-sign.tsx'
import { Facts } from '../../ui/facts.tsx'

type Props = {
  hall: string
  spot: Spot
  /** The state shown on the map. */
  drawn: PlaceState | undefined
  mayManage: boolean
  mayGive: boolean
  /** The lamp for which a position is being chosen. */
  giving: Placeless | undefined
  onGiven: () => void
}

/** A position: its current use, until when, and the actions. */
export function PlacePanel({ hall, spot, drawn, ...rest }: Props) {
  const client = useQueryClient()
  const query = useQuery(placeQuery(hall, spot))
  const { data, isPlaceholderData } = query
  const stale = data !== undefined && !isPlaceholderData && stateOfPlace(data) !== drawn
  useEffect(() => {
    if (stale) void client.invalidateQueries({ queryKey: mapQuery(hall).queryKey })
  }, [stale, client, hall])
  return (
    <Panel aria-live="polite">
      <Loaded query={query}>{(place) => <Place place={place} {...rest} />}</Loaded>
    </Panel>
  )
}

type PlaceProps = Pick<Props, 'mayManage' | 'mayGive' | 'giving' | 'onGiven'> & { place: PlaceDetail }

function Place({ place, mayManage, mayGive, giving, onGiven }: PlaceProps) {
  const t = useT()
  const locale = useLocale()
  const [moving, setMoving] = useState(false)
  const { use, option, earlier } = place
  const state = stateOfPlace(place)
  const since = earlier.at(-1)?.from
  return (
    <>
      <Badge tone={state === 'free' ? 'good' : state === 'clearing' ? 'act' : 'wait'}>
        <PlaceSign state={state} />
        {t(`halls.state-${state}`)}
      </Badge>
      <h2 className="mt-3 text-3xl">{place.code}</h2>
      <p className="text-ink-2">
        {t('halls.where', { hall: place.hall[locale], tower: place.tower, row: place.row, unit: place.unit })}
      </p>
      {use && use.names.length > 0 && (
        <p className="mt-4 rounded-xl border-2 border-gold bg-gold-1 p-4 text-center font-names text-xl whitespace-pre-line wrap-anywhere">
          {use.names.join('\n')}
        </p>
      )}
      <Facts
        className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2"
        row="contents"
        term="text-ink-2"
        value="font-semibold wrap-anywhere"
        rows={[
          option && [t('halls.sold-for'), `${option.title[locale]} · ${option.optionTitle[locale]}`],
          use?.number
            ? [
                t('office.field.order'),
                <Link key="order" href={`/orders/${use.invoiceId}`} className="link">
                  {use.number}
                </Link>,
              ]
            : undefined,
          [t('office.field.payer'), use?.payer],
          [t('halls.former'), use?.words],
          [t('halls.until'), use?.until && date(locale, use.until, 'long')],
          use && use.term !== 'once' && [t('halls.goes-on'), t(`halls.term-${use.term}`)],
          use &&
            place.state !== 'held' && [t('halls.label'), t(use.labelled ? 'halls.label-hangs' : 'halls.label-none')],
        ]}
      />
      {since && (
        <p className="mt-3 border-t border-line pt-3 text-sm text-ink-2">
          {t('halls.earlier', { since: date(locale, since, 'short'), count: earlier.length })}
        </p>
      )}
      {giving && <GiveHere place={place} lamp={giving} onGiven={onGiven} />}
      <PlaceActs place={place} mayManage={mayManage} mayGive={mayGive} onMove={() => setMoving(true)} />
      <MoveDialog place={place} open={moving} onClose={() => setMoving(false)} />
    </>
  )
}

const stateOfPlace = ({ state, option }: PlaceDetail): PlaceState => (state === 'free' && !option ? 'unsold' : state)
