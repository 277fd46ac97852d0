import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type FormEvent } from 'react'
import type { Value } from '../../api/client.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, thousands } from '../../i18n/format.ts'
import { keyFor } from '../../i18n/messages.ts'
import { useTold } from '../../forms/use-told.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { papersQuery } from '../kit/print/papers-query.ts'
import { SelectField } from '../kit/field/select-field.tsx'
import type { Layout } from './layout-queries.ts'
import { keepOffset } from './printer-offset.ts'
import type { Ceremony, HallSource, RunKind } from './run-queries.ts'
import { kindsOf, layoutOf, type RunTyped } from './run-typed.ts'
import { RunPaper, wrongPaper } from './run-paper.tsx'
import { RunWhich } from './run-which.tsx'

type Props = {
  typed: RunTyped
  set: (part: Partial<RunTyped>) => void
  lists: readonly Ceremony[]
  halls: readonly HallSource[]
  layouts: readonly Layout[]
  onNext: () => void
}

type Counts = Value<'/api/admin/ceremony/{id}/paper', 'get'>['items']

/** How many entries of a kind are checked and not yet printed. */
const checkedOf = (counts: Counts | undefined, kind: RunKind) => {
  const one = counts?.find((count) => count.kind === kind)
  return one && thousands(one.checked)
}

/** The first step: source, kind, layout, and sort order. */
export function RunWhat({ typed, set, lists, halls, layouts, onNext }: Props) {
  const t = useT()
  const locale = useLocale()
  const [missing, tell] = useTold()
  const form = useRef<HTMLFormElement>(null)
  const list = lists.find(({ id }) => typed.source === `ceremony:${id}`)
  const hall = halls.some(({ key }) => typed.source === `hall:${key}`)
  const papers = useQuery({ ...papersQuery(list?.id ?? ''), enabled: list !== undefined })
  const counts = list && papers.data ? papers.data.items : undefined
  // Selected entries may be printed already: then all kinds that the ceremony collects are offered.
  const kinds = list ? kindsOf(list, typed.entries.length > 0 ? [] : counts) : hall ? (['label'] as const) : []
  const kind = kinds.find((one) => one === typed.kind) ?? kinds[0]
  useEffect(() => {
    if (kind && kind !== typed.kind && !papers.isLoading) set({ kind })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!list && !hall) {
      tell({ key: 'fault.required' })
      form.current?.querySelector('select')?.focus()
      return
    }
    const wrong = wrongPaper(typed)
    if (wrong.length > 0) return form.current?.querySelector<HTMLInputElement>(`#${wrong[0]}`)?.focus()
    keepOffset({ x: typed.offsetX, y: typed.offsetY })
    onNext()
  }
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Panel as="div" className="max-w-3xl space-y-6">
        <SelectField
          id="source"
          label={t('print.what-source')}
          hint={t('print.what-source-hint')}
          error={list || hall ? undefined : missing}
          value={list || hall ? typed.source : ''}
          options={[
            ['', t('print.what-source-none')],
            ...lists.map(
              ({ id, title, startsAt }) =>
                [
                  `ceremony:${id}`,
                  t('print.source-ceremony', { title: title[locale], date: date(locale, startsAt, 'short') }),
                ] as const,
            ),
            ...halls.map(
              ({ key, title }) => [`hall:${key}`, t('print.source-hall', { title: title[locale] })] as const,
            ),
          ]}
          onChange={(source) => {
            tell()
            set({
              source,
              which: 'ready',
              entries: [],
              sitting: '0',
              sort: source.startsWith('hall:') ? 'place' : 'number',
            })
          }}
        />
        {kind && (
          <RadioCards
            legend={t('print.what-kind')}
            name="kind"
            columns={2}
            value={kind}
            onChange={(next) => set({ kind: kinds.find((one) => one === next) ?? kind, layoutKey: '' })}
            options={kinds.map((one) => ({
              value: one,
              title: t(keyFor('print.kind-one-', one)),
              text: t(keyFor('print.kind-text-', one)),
              aside: checkedOf(counts, one),
            }))}
          />
        )}
        {kind && kind !== 'list' && (
          <SelectField
            id="layoutKey"
            label={t('print.what-layout')}
            value={layoutOf(typed, layouts)?.key ?? ''}
            options={layouts.filter((one) => one.kind === kind).map(({ key, name }) => [key, name] as const)}
            onChange={(layoutKey) => set({ layoutKey })}
          />
        )}
        {kind && <RunWhich typed={typed} set={set} list={list} count={counts?.find((one) => one.kind === kind)} />}
        {kind && kind !== 'list' && <RunPaper typed={typed} set={set} />}
        <div className="flex justify-end">
          <Button type="submit" kind="primary">
            {t('print.next')}
          </Button>
        </div>
      </Panel>
    </form>
  )
}
