import { useT } from '../../../../i18n/context.tsx'
import { languageTag } from '../../../../i18n/messages.ts'
import { Button } from '../../../../ui/button.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { languages } from '../../record-queries.ts'
import { SortableRow } from '../../../kit/list/sortable-row.tsx'
import { useOrder } from '../../../kit/list/use-order.tsx'
import type { RecordWork } from '../../frame/use-record-work.ts'
import { moved, newKey, nextPlace, removed, type Question } from './questions.ts'

type Props = { question: Question; work: RecordWork; onField: (name: string) => void }

/** The answers to choose from, in order; for a relation, suggestions. */
export function ChoiceList({ question: { at, choices, field }, work: { keeper, snapshot }, onField }: Props) {
  const t = useT()
  const type = (changes: readonly (readonly [string, string])[]) => {
    for (const [name, value] of changes) keeper.type(name, value)
  }
  const order = useOrder((from, to) => type(moved(snapshot.fields, choices, from, to)))
  return (
    <fieldset>
      <legend className="mb-2 font-bold">
        {t(field.type === 'relation' ? 'records-form.suggestions' : 'records-form.choices')}
      </legend>
      <ol className="space-y-3">
        {choices.map((one, i) => (
          <SortableRow
            key={one.key}
            list={order.list}
            at={i}
            onMove={order.move}
            className="flex flex-wrap items-end gap-2"
          >
            {(handle) => (
              <>
                {handle}
                {languages.map((language) => {
                  const name = `${one.at}.label.${language}`
                  return (
                    <div key={language} className="min-w-40 flex-1">
                      <TextField
                        id={`field-${name}`.replaceAll('.', '-')}
                        label={t(`records-form.choice-${language}`, { number: i + 1 })}
                        lang={languageTag[language]}
                        maxLength={200}
                        autoComplete="off"
                        value={snapshot.fields[name] ?? ''}
                        error={snapshot.errors[name]}
                        onFocus={() => onField(name)}
                        onChange={(event) => keeper.type(name, event.target.value)}
                      />
                    </div>
                  )
                })}
                <span className="flex">
                  <IconButton
                    icon="up"
                    label={t('records-form.choice-up', { number: i + 1 })}
                    disabled={i === 0}
                    onClick={() => order.move(i, i - 1)}
                  />
                  <IconButton
                    icon="down"
                    label={t('records-form.choice-down', { number: i + 1 })}
                    disabled={i === choices.length - 1}
                    onClick={() => order.move(i, i + 1)}
                  />
                  <IconButton
                    icon="trash"
                    label={t('records-form.choice-remove', { number: i + 1 })}
                    onClick={() => type(removed(snapshot.fields, one.at))}
                  />
                </span>
              </>
            )}
          </SortableRow>
        ))}
      </ol>
      {order.said}
      <Button
        className="mt-3"
        icon="plus"
        onClick={() => keeper.type(`${at}.choice.${newKey()}.place`, nextPlace(snapshot.fields, choices))}
      >
        {t('records-form.choice-add')}
      </Button>
    </fieldset>
  )
}
