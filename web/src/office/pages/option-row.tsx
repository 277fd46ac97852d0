import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SortableRow } from '../kit/sortable-row.tsx'
import { OptionFields } from './option-fields.tsx'
import { OptionNow } from './option-now.tsx'
import { OptionInUse } from './option-in-use.tsx'
import type { RecordWork } from './record-frame.tsx'
import type { OptionUse } from './record-queries.ts'

type Props = {
  optionKey: string
  name: string
  offeringId: string
  /** Where the option is on the site. */
  live: OptionUse | undefined
  open: boolean
  onOpen: () => void
  list: string
  at: number
  count: number
  onMove: (from: number, to: number) => void
  onRemove: () => void
  work: RecordWork
  limits: Readonly<Record<string, number>>
  onField: (field: string) => void
}

/** An option: its price and what is left of it, and below, when it is open, all of it. */
export function OptionRow(props: Props) {
  const { optionKey, name, live, open, work } = props
  const t = useT()
  const { fields } = work.snapshot
  const field = `option.${optionKey}.`
  const cents = Number(fields[`${field}price`] ?? fields[`${field}least`] ?? 0)
  return (
    <SortableRow list={props.list} at={props.at} onMove={props.onMove} className={open ? 'bg-gold-1/40' : ''}>
      {(handle) => (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
            {handle}
            <div className="min-w-0 grow">
              <p className="font-bold wrap-anywhere">{name}</p>
              <p className="text-sm text-ink-2">{terms(t, fields[`${field}terms`])}</p>
            </div>
            <p className="text-right">
              <span className="font-bold">{cents > 0 ? money(cents) : '–'}</span>
              {!fields[`${field}price`] && cents > 0 && (
                <span className="block text-sm text-ink-2">{t('offerings.chooses')}</span>
              )}
            </p>
            <p className="w-24 text-right text-sm">{live && left(t, live)}</p>
            <div className="flex">
              <IconButton
                icon="up"
                label={t('offerings.up', { name })}
                disabled={props.at === 0}
                onClick={() => props.onMove(props.at, props.at - 1)}
              />
              <IconButton
                icon="down"
                label={t('offerings.down', { name })}
                disabled={props.at === props.count - 1}
                onClick={() => props.onMove(props.at, props.at + 1)}
              />
              <Button onClick={props.onOpen} aria-expanded={open} aria-label={t('offerings.open', { name })}>
                <Icon name={open ? 'up' : 'edit'} />
              </Button>
            </div>
          </div>
          {open && (
            <div className="space-y-6 px-4 pb-6 sm:px-5">
              <OptionFields
                at={field}
                work={work}
                limits={props.limits}
                onField={props.onField}
                made={live !== undefined}
              />
              {live && <OptionNow key={live.id} offeringId={props.offeringId} live={live} />}
              {live && <OptionInUse name={name} live={live} />}
              <Button icon="trash" onClick={props.onRemove}>
                {t('offerings.remove')}
              </Button>
            </div>
          )}
        </>
      )}
    </SortableRow>
  )
}

type T = ReturnType<typeof useT>

function terms(t: T, words = ''): string {
  const known = (['once', 'monthly', 'yearly'] as const).filter((term) => words.split(' ').includes(term))
  return known.map((term) => t(`offerings.term-${term}`)).join(' · ')
}

function left(t: T, live: OptionUse): string {
  if (!live.active) return t('offerings.stopped')
  if (live.remaining === undefined) return t('offerings.no-limit')
  return live.remaining === 0 ? t('offerings.sold-out') : t('offerings.left', { count: live.remaining })
}
