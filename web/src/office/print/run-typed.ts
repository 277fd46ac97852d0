import { readWhole } from '../../domain/whole-number.ts'
import { tenths } from './layout-typed.ts'
import { sheetsOf, type Layout } from './layout-queries.ts'
import { readOffset } from './printer-offset.ts'
import { runKinds, type Ceremony, type RunDraft, type RunKind } from './run-queries.ts'

/** The fields of a new run. `source` is `ceremony:<id>`, `hall:<key>`, or empty. */
export type RunTyped = {
  source: string
  kind: RunKind
  layoutKey: string
  which: RunDraft['which']
  entries: readonly string[]
  sitting: string
  sort: RunDraft['sort']
  boxes: boolean
  first: string
  offsetX: string
  offsetY: string
}

/** A new run from its URL: `?list=<ceremony>`, `?hall=<key>`, `&entries=<id>,<id>` for selected ones, `&late=1`. */
export function begunRun(search: string): RunTyped {
  const asked = new URLSearchParams(search)
  const list = asked.get('list')
  const hall = asked.get('hall')
  const entries = (asked.get('entries') ?? '').split(',').filter(Boolean).slice(0, 100)
  const offset = readOffset()
  return {
    source: list ? `ceremony:${list}` : hall ? `hall:${hall}` : '',
    kind: runKinds.find((kind) => kind === asked.get('kind')) ?? (hall ? 'label' : 'tablet'),
    layoutKey: '',
    which: entries.length > 0 ? 'chosen' : asked.has('late') ? 'late' : 'ready',
    entries,
    sitting: '0',
    sort: hall ? 'place' : 'number',
    boxes: false,
    first: '1',
    offsetX: offset.x,
    offsetY: offset.y,
  }
}

const paperOf: Record<string, RunKind> = { lamp: 'label', petition: 'petition' }

/**
 * What can be printed for a ceremony: the kinds with checked entries, or all kinds that it collects if there are none;
 * and its name list.
 */
export function kindsOf(
  list: Pick<Ceremony, 'sources' | 'paper'>,
  waiting: readonly { kind: RunKind }[] = [],
): RunKind[] {
  const gathered = list.paper ? list.sources.map(({ kind }) => paperOf[kind] ?? 'tablet') : []
  const papers = new Set(waiting.length > 0 ? waiting.map(({ kind }) => kind) : gathered)
  return runKinds.filter((kind) => kind === 'list' || papers.has(kind))
}

/** The chosen layout; otherwise one on the usual sheet of its kind. */
export function layoutOf(typed: RunTyped, layouts: readonly Layout[]): Layout | undefined {
  const own = layouts.filter(({ kind }) => kind === typed.kind)
  const usual = typed.kind === 'list' ? '' : sheetsOf[typed.kind][0]
  return own.find(({ key }) => key === typed.layoutKey) ?? own.find(({ sheet }) => sheet === usual) ?? own[0]
}

/** The sort order of the pieces; only a list can be sorted by sign. */
export const sortOf = ({ sort, kind }: RunTyped) => (sort === 'sign' && kind !== 'list' ? 'number' : sort)

/** The run as API parameters. */
export function runDraftOf(typed: RunTyped, layouts: readonly Layout[]): RunDraft {
  const [source = '', sourceId = ''] = typed.source.split(/:(.*)/s)
  const common = {
    source: source === 'hall' ? ('hall' as const) : ('ceremony' as const),
    sourceId,
    kind: typed.kind,
    which: typed.which,
    sort: sortOf(typed),
    sitting: Number(typed.sitting),
    ...(typed.which === 'chosen' && { entries: [...typed.entries] }),
  }
  if (typed.kind === 'list') return common
  return {
    ...common,
    layoutKey: layoutOf(typed, layouts)?.key ?? '',
    boxes: typed.boxes,
    first: (typed.kind === 'label' && readWhole(typed.first)) || 1,
    offsetX: tenths(typed.offsetX) ?? 0,
    offsetY: tenths(typed.offsetY) ?? 0,
  }
}
