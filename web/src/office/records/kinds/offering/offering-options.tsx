import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useT } from '../../../../i18n/context.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Button } from '../../../../ui/button.tsx'
import { reordered } from '../../../kit/list/order.ts'
import { useOrder } from '../../../kit/list/use-order.tsx'
import { useHolder } from '../../field/go-to-field.ts'
import { OptionInUse } from './option-in-use.tsx'
import { OptionRow } from './option-row.tsx'
import type { RecordWork } from '../../frame/use-record-work.ts'
import { offeringUse } from '../../record-queries.ts'
import { VisitorsOptions } from './visitors-options.tsx'

type Props = { work: RecordWork; limits: Readonly<Record<string, number>>; onField: (field: string) => void }

/** A removed option: its index, and its refused fields. */
type RemovedOption = { key: string; at: number; refused: readonly (readonly [string, string])[] }

/** The options of an offering, in order. */
export function OfferingOptions({ work, limits, onField }: Props) {
  const t = useT()
  const locale = useLocale()
  const { keeper, snapshot, record } = work
  const [open, setOpen] = useState('')
  const [removed, setRemoved] = useState<RemovedOption>()
  const use = useQuery(offeringUse(record.key)).data
  const keys = (snapshot.fields.options ?? '').split(' ').filter(Boolean)
  useHolder((field) => {
    const [first, key = ''] = field.split('.')
    if (first === 'option') setOpen(key)
  })
  const inUse = use?.options.find((one) => one.key === open && keys.includes(open))
  const put = (order: readonly string[]) => keeper.type('options', order.join(' '))
  const add = () => {
    const key = `o-${crypto.randomUUID().slice(0, 8)}`
    put([...keys, key])
    keeper.type(`option.${key}.terms`, 'once')
    keeper.type(`option.${key}.channels`, 'site counter')
    setOpen(key)
  }
  const remove = (key: string) => {
    // Errors of a removed option would block publishing without being visible: they are stored for the undo.
    const refused = Object.keys(snapshot.errors)
      .filter((name) => name.startsWith(`option.${key}.`))
      .map((name) => [name, snapshot.fields[name] ?? ''] as const)
    setRemoved({ key, at: keys.indexOf(key), refused })
    put(keys.filter((one) => one !== key))
    for (const [name] of refused) keeper.type(name, '')
  }
  const putBack = ({ key, at, refused }: RemovedOption) => {
    put(keys.toSpliced(at, 0, key))
    for (const [name, text] of refused) keeper.type(name, text)
  }
  const order = useOrder((from, to) => put(reordered(keys, from, to)))
  const nameOf = (key: string) =>
    snapshot.fields[`option.${key}.title.${locale}`] ||
    snapshot.fields[`option.${key}.title.${locale === 'en' ? 'zh' : 'en'}`] ||
    t('records-offering.unnamed')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_19rem]">
      <section id="field-options" className="card overflow-hidden">
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4">
          <h2 className="text-xl">{t('records.options')}</h2>
          <Button icon="plus" onClick={add} disabled={keys.length >= 20}>
            {t('records-offering.add')}
          </Button>
        </div>
        <div role="status">
          {removed && !keys.includes(removed.key) && (
            <p className="flex flex-wrap items-center justify-between gap-3 bg-gold-1 px-5 py-3">
              {t('records-offering.removed')}
              <Button icon="undo" onClick={() => putBack(removed)}>
                {t('common.undo')}
              </Button>
            </p>
          )}
        </div>
        {keys.length === 0 ? (
          <EmptyState art="lamp" title={t('records-offering.none')} text={t('records-offering.none-text')} />
        ) : (
          <ol className="divide-y divide-line">
            {keys.map((key, i) => (
              <OptionRow
                key={key}
                optionKey={key}
                name={nameOf(key)}
                offeringId={use?.id ?? ''}
                live={use?.options.find((one) => one.key === key)}
                open={open === key}
                onOpen={() => setOpen((before) => (before === key ? '' : key))}
                list={order.list}
                at={i}
                count={keys.length}
                onMove={order.move}
                onRemove={() => remove(key)}
                work={work}
                limits={limits}
                onField={onField}
              />
            ))}
          </ol>
        )}
        {order.said}
      </section>
      <div className="grid items-start gap-5 sm:grid-cols-2 xl:sticky xl:top-20 xl:grid-cols-1">
        {keys.length > 0 && <VisitorsOptions fields={snapshot.fields} use={use?.options ?? []} />}
        {inUse && <OptionInUse name={nameOf(open)} live={inUse} />}
      </div>
    </div>
  )
}
