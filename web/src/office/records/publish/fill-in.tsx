import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { languageTag } from '../../../i18n/messages.ts'
import { Icon } from '../../../ui/icon.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { fieldName } from '../field/field-name.ts'
import { PictureSays } from './picture-says.tsx'
import type { RecordWork } from '../frame/use-record-work.ts'
import type { Language, Problem } from '../record-queries.ts'

/** Whether a missing value can be filled in with one line: a text in one language, or a picture's description. */
const isLine = ({ code, field }: Problem) =>
  code === 'required' && /\.(en|zh)$/.test(field) && !field.startsWith('html.')
const pictureOf = ({ code, params }: Problem) =>
  code === 'picture-without-words' && typeof params?.picture === 'string' ? params.picture : undefined
const keyOf = (problem: Problem) => pictureOf(problem) ?? problem.field
const isMissing = (problem: Problem, blocks: readonly Problem[]) => blocks.some((one) => keyOf(one) === keyOf(problem))

/** Separates problems that can be fixed in the dialog from others. A field stays while it is being filled in. */
export function useToFillIn(blocks: readonly Problem[] = [], chosen: readonly Language[]) {
  const [fields, setFields] = useState<readonly Problem[]>([])
  const fits = blocks.filter((one) => isLine(one) || pictureOf(one) !== undefined)
  const fresh = fits.filter((one, i) => ![...fields, ...fits.slice(0, i)].some((known) => keyOf(known) === keyOf(one)))
  if (fresh.length > 0) setFields([...fields, ...fresh])
  // Values missing in a language that is not being published are not asked for.
  const asked = fields.filter(
    ({ field }) => !/\.(en|zh)$/.test(field) || chosen.some((one) => field.endsWith(`.${one}`)),
  )
  return {
    fields: asked,
    open: asked.filter((one) => isMissing(one, blocks)).length,
    others: blocks.filter((one) => !fits.includes(one)),
  }
}

type Props = {
  work: RecordWork
  fields: readonly Problem[]
  /** The remaining problems. */
  blocks: readonly Problem[]
  /** How many fields are still empty. */
  open: number
  /** Called when a picture got its description. */
  onSaid: () => void
}

/** The missing values, to be filled in inside the dialog. */
export function FillIn({ work, fields, blocks, open: count, onSaid }: Props) {
  const t = useT()
  if (fields.length === 0) return null
  return (
    <section>
      <div role="status">
        <h3 className="mb-2 font-bold">{count > 0 ? t('records.to-do-first', { count }) : t('records.filled-in')}</h3>
      </div>
      <ul className="space-y-3">
        {fields.map((problem) => {
          const picture = pictureOf(problem)
          const open = isMissing(problem, blocks)
          return (
            <li
              key={keyOf(problem)}
              className={`rounded-2xl border-l-4 p-4 ${open ? 'border-cinnabar bg-cinnabar-1' : 'border-jade bg-jade-1'}`}
            >
              {picture ? <PictureSays id={picture} onSaid={onSaid} /> : <Line work={work} name={problem.field} />}
              {!open && (
                <p className="mt-2 flex gap-2 font-semibold text-jade">
                  <Icon name="check" className="shrink-0" />
                  {t('records.is-there')}
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Line({ work, name }: { work: RecordWork; name: string }) {
  const t = useT()
  const { keeper, snapshot, limits } = work
  return (
    <TextField
      id={`missing-${name}`}
      label={fieldName(t, name)}
      hint={t('records.fill-in-hint')}
      lang={languageTag[name.endsWith('.zh') ? 'zh' : 'en']}
      value={snapshot.fields[name] ?? ''}
      maxLength={limits[name]}
      error={snapshot.errors[name]}
      onChange={({ target }) => keeper.type(name, target.value)}
      onBlur={() => void keeper.save()}
    />
  )
}
