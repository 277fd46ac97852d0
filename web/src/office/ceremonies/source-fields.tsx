import { useQuery } from '@tanstack/react-query'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { DateField } from '../kit/field/date-field.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { SelectField } from '../kit/field/select-field.tsx'
import { sourcesQuery, type SourceOfferings } from './ceremony-queries.ts'
import { newSource, type SourceKind, type TypedSource } from './ceremony-typed.ts'

const kinds = ['departed', 'ancestors', 'creditors', 'infant', 'living', 'lamp', 'petition'] as const

type Props = {
  sources: readonly TypedSource[]
  /** The list is closed: the sources are read-only. */
  frozen: boolean
  /** The list collects orders, so that their dates can be limited. */
  bought: boolean
  errorOf: (id: string) => string | undefined
  onChange: (sources: TypedSource[]) => void
}

/** What a list collects: offerings or their options, and the kind of printed piece for each. */
export function SourceFields(props: Props) {
  const t = useT()
  const query = useQuery(sourcesQuery)
  const { sources, frozen, onChange } = props
  const change = (at: number, part: Partial<TypedSource>) =>
    onChange(sources.map((one, i) => (i === at ? { ...one, ...part } : one)))
  return (
    <fieldset disabled={frozen}>
      <legend className="mb-2 font-semibold">{t('ceremonies.sources')}</legend>
      {frozen && <p className="mb-2 text-ink-2">{t('ceremonies.sources-frozen')}</p>}
      <Loaded query={query} lines={3}>
        {({ items }) => (
          <ol className="space-y-4">
            {sources.map((one, i) => (
              <li key={one.key} className="flex items-start gap-2 rounded-2xl bg-paper-2 p-4">
                <Row {...props} at={i} one={one} offerings={items} onRow={(part) => change(i, part)} />
                {sources.length > 1 && !frozen && (
                  <IconButton
                    icon="trash"
                    label={t('ceremonies.remove-source', { no: i + 1 })}
                    onClick={() => onChange(sources.filter(({ key }) => key !== one.key))}
                  />
                )}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      {sources.length < 30 && !frozen && (
        <Button kind="quiet" icon="plus" onClick={() => onChange([...sources, newSource()])}>
          {t('ceremonies.add-source')}
        </Button>
      )}
    </fieldset>
  )
}

type RowProps = Pick<Props, 'bought' | 'errorOf'> & {
  at: number
  one: TypedSource
  offerings: SourceOfferings['items']
  onRow: (part: Partial<TypedSource>) => void
}

function Row({ at, one, offerings, bought, errorOf, onRow }: RowProps) {
  const t = useT()
  const locale = useLocale()
  return (
    <div className="grid min-w-0 grow gap-4 sm:grid-cols-2">
      <SelectField
        id={`sources[${at}].offeringId`}
        label={t('office.field.offering')}
        error={errorOf(`sources[${at}].offeringId`)}
        value={one.of}
        onChange={(of) => onRow({ of })}
        options={[
          ['', ''] as const,
          ...offerings.flatMap(({ id, title, options }) => [
            [id, `${title[locale]} · ${t('ceremonies.all-of')}`] as const,
            ...options.map((option) => [`${id} ${option.id}`, `${title[locale]} · ${option.title[locale]}`] as const),
          ]),
        ]}
      />
      <SelectField
        id={`sources[${at}].kind`}
        label={t('ceremonies.kind')}
        value={one.kind}
        onChange={(kind) => onRow({ kind: kinds.find((k): k is SourceKind => k === kind) ?? one.kind })}
        options={kinds.map((kind) => [kind, t(`ceremonies.kind-${kind}`)] as const)}
      />
      {bought && (
        <>
          <DateField
            id={`sources[${at}].orderedFrom`}
            label={t('ceremonies.ordered-from')}
            optional
            value={one.from}
            error={errorOf(`sources[${at}].orderedFrom`)}
            onChange={(from) => onRow({ from })}
          />
          <DateField
            id={`sources[${at}].orderedUntil`}
            label={t('ceremonies.ordered-until')}
            optional
            value={one.until}
            error={errorOf(`sources[${at}].orderedUntil`)}
            onChange={(until) => onRow({ until })}
          />
        </>
      )}
    </div>
  )
}
