import { useState } from 'react'
import { useT } from '../../../../i18n/context.tsx'
import { Button } from '../../../../ui/button.tsx'
import { FieldError } from '../../../../ui/field.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { reordered } from '../../../kit/list/order.ts'
import { SortableRow } from '../../../kit/list/sortable-row.tsx'
import { useOrder } from '../../../kit/list/use-order.tsx'
import { OpeningLineFields } from './opening-line-fields.tsx'
import { OpeningLineRead } from './opening-line-read.tsx'
import { mostLines, readLines, writeLines, type OpeningLine } from './opening-lines.ts'

type Props = {
  /** The stored field. */
  value: string
  error?: string
  onChange: (value: string) => void
  onFocus: () => void
}

/** The opening hours: lines from general to special; the last line that applies to a day counts. */
export function OpeningFields({ value, error, onChange, onFocus }: Props) {
  const t = useT()
  const lines = readLines(value)
  // Lines have no id: generated keys keep the focus in its line while others are moved or removed.
  const [keys, setKeys] = useState(() => lines.map((_, i) => i))
  const own = keys.length === lines.length ? keys : lines.map((_, i) => i)
  const put = (next: OpeningLine[], order: number[]) => {
    setKeys(order)
    onChange(writeLines(next))
  }
  // The expanded line.
  const [open, setOpen] = useState<number>()
  const add = () => {
    const key = Math.max(-1, ...own) + 1
    put(
      [...lines, { on: 'weekday', days: [], opens: '07:00', closes: '17:30', name: { en: '', zh: '' } }],
      [...own, key],
    )
    setOpen(key)
  }
  const order = useOrder((from, to) => put(reordered(lines, from, to), reordered(own, from, to)))
  return (
    <fieldset id="field-opening" onFocus={onFocus}>
      <legend className="sr-only">{t('records.opening')}</legend>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-[1_1_16rem]">
          <h2 className="text-xl">{t('records.opening')}</h2>
          <p className="mt-1 text-sm text-ink-2">{t('records-place.opening-text')}</p>
        </div>
        <Button icon="plus" onClick={add} disabled={lines.length >= mostLines}>
          {t('records-place.opening-add')}
        </Button>
      </div>
      {error && <FieldError id="field-opening-error" text={error} />}
      <ol className="mt-2 divide-y divide-line">
        {lines.map((line, i) => (
          <SortableRow key={own[i]} list={order.list} at={i} onMove={order.move} className="py-1.5">
            {(handle) => (
              <>
                <div className="flex items-center gap-2">
                  {handle}
                  <OpeningLineRead line={line} />
                  <span className="flex shrink-0">
                    <IconButton
                      icon="up"
                      label={t('records-place.opening-up', { line: i + 1 })}
                      disabled={i === 0}
                      onClick={() => order.move(i, i - 1)}
                    />
                    <IconButton
                      icon="down"
                      label={t('records-place.opening-down', { line: i + 1 })}
                      disabled={i === lines.length - 1}
                      onClick={() => order.move(i, i + 1)}
                    />
                    <IconButton
                      icon="edit"
                      label={t('records-place.opening-edit', { line: i + 1 })}
                      aria-expanded={open === own[i]}
                      onClick={() => setOpen(open === own[i] ? undefined : own[i])}
                    />
                  </span>
                </div>
                {open === own[i] && (
                  <div className="mt-1 mb-3 rounded-2xl bg-paper-2 p-4">
                    <OpeningLineFields
                      line={line}
                      at={i}
                      onChange={(next) =>
                        put(
                          lines.map((one, at) => (at === i ? next : one)),
                          [...own],
                        )
                      }
                    />
                    <div className="mt-4 flex flex-wrap justify-between gap-3">
                      <Button
                        kind="quiet"
                        icon="trash"
                        onClick={() =>
                          put(
                            lines.filter((_, at) => at !== i),
                            own.filter((_, at) => at !== i),
                          )
                        }
                      >
                        {t('records-place.opening-away', { line: i + 1 })}
                      </Button>
                      <Button icon="check" onClick={() => setOpen(undefined)}>
                        {t('records-place.opening-done')}
                      </Button>
                    </div>
                  </div>
                )}
              </>
            )}
          </SortableRow>
        ))}
      </ol>
      {order.said}
    </fieldset>
  )
}
