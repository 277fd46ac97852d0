import { useLocale, useT } from '../../../../i18n/context.tsx'
import { languageTag, type Locale } from '../../../../i18n/messages.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { ActState } from '../../../kit/act/act-state.tsx'
import { SortableRow } from '../../../kit/list/sortable-row.tsx'
import { Switch } from '../../../kit/field/switch.tsx'
import { OptionFields } from './option-fields.tsx'
import { OptionNow } from './option-now.tsx'
import { OptionPrice } from './option-price.tsx'
import type { RecordWork } from '../../frame/use-record-work.ts'
import type { OptionUse } from '../../record-queries.ts'
import { useOptionAct } from './use-option-act.ts'

type Props = {
  optionKey: string
  name: string
  offeringId: string
  /** The published state of the option. */
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

/** An option: price and stock and, expanded, all fields. */
export function OptionRow(props: Props) {
  const { optionKey, name, live, open, work } = props
  const t = useT()
  const locale = useLocale()
  const { fields } = work.snapshot
  const field = `option.${optionKey}.`
  const titles = { en: fields[`${field}title.en`], zh: fields[`${field}title.zh`] }
  const act = useOptionAct(props.offeringId, live?.id ?? '')
  return (
    <SortableRow list={props.list} at={props.at} onMove={props.onMove} className={open ? 'bg-gold-1/40' : ''}>
      {(handle) => (
        <>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-2 px-4 py-3 sm:pr-3">
            {handle}
            <div className="min-w-32 grow basis-0">
              <p className="flex flex-wrap gap-x-2 font-bold wrap-anywhere">
                <span lang={titles.en ? languageTag.en : undefined}>{titles.en || titles.zh || name}</span>
                {titles.en && titles.zh && <span lang={languageTag.zh}>{titles.zh}</span>}
              </p>
              <p className="text-sm text-ink-2">{soldAs(t, locale, fields, field)}</p>
            </div>
            <OptionPrice fields={fields} optionKey={optionKey} />
            <p className="w-[4.5rem] text-right text-sm">
              {live ? left(t, live) : <Badge tone="wait">{t('records-offering.new')}</Badge>}
            </p>
            {live && (
              <Switch
                on={live.active}
                label={t('records-offering.selling', { name })}
                pending={act.pending}
                onChange={(active) => void act.send({ active })}
              />
            )}
            <div className="flex">
              <IconButton
                icon="up"
                label={t('records-offering.up', { name })}
                disabled={props.at === 0}
                onClick={() => props.onMove(props.at, props.at - 1)}
              />
              <IconButton
                icon="down"
                label={t('records-offering.down', { name })}
                disabled={props.at === props.count - 1}
                onClick={() => props.onMove(props.at, props.at + 1)}
              />
              <IconButton
                icon={open ? 'close' : 'edit'}
                label={t('records-offering.open', { name })}
                aria-expanded={open}
                onClick={props.onOpen}
              />
            </div>
          </div>
          {live && <ActState act={act} />}
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
              <Button icon="trash" onClick={props.onRemove}>
                {t('records-offering.remove')}
              </Button>
            </div>
          )}
        </>
      )}
    </SortableRow>
  )
}

type T = ReturnType<typeof useT>

/** Terms and sales channels: "Once, yearly · Website, counter". */
function soldAs(t: T, locale: Locale, fields: Readonly<Record<string, string>>, at: string): string {
  const and = locale === 'zh' ? '、' : ', '
  const said = (name: string) => (fields[`${at}${name}`] ?? '').split(' ')
  const terms = (['once', 'monthly', 'yearly'] as const).filter((one) => said('terms').includes(one))
  const channels = (['site', 'counter'] as const).filter((one) => said('channels').includes(one))
  return [
    terms.map((one) => t(`records-offering.term-${one}`)),
    channels.map((one) => t(`records-offering.channel-${one}`)),
  ]
    .filter((words) => words.length > 0)
    .map((words) => words.join(and))
    .join(' · ')
}

function left(t: T, live: OptionUse): string {
  if (!live.active) return t('records-offering.stopped')
  if (live.remaining === undefined) return t('records-offering.no-limit')
  return live.remaining === 0 ? t('records-offering.sold-out') : t('records-offering.left', { count: live.remaining })
}
