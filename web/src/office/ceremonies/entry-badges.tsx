import { useT } from '../../i18n/context.tsx'
import type { Translate } from '../../i18n/messages.ts'
import { keyFor } from '../../i18n/messages.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import type { IconName } from '../../ui/icon.tsx'
import type { EntryMark, EntryRow } from './ceremony-queries.ts'
import { cannotPrint, codeOf } from './print-text.ts'

type Shown = EntryRow['state'] | 'again' | 'late'

const looks: Record<Shown, [BadgeTone, IconName]> = {
  collected: ['wait', 'clock'],
  checked: ['good', 'check'],
  printed: ['dark', 'print'],
  again: ['act', 'print'],
  done: ['good', 'check'],
  withdrawn: ['over', 'minus'],
  unpaid: ['over', 'clock'],
  late: ['act', 'clock'],
}

/** The state of an entry as people describe it: one whose text changed after printing must be printed again. */
export function shownState({ state, printed, late }: EntryRow): Shown {
  if (state === 'collected' && late === 'waits') return 'late'
  if ((state === 'collected' || state === 'checked') && printed > 0) return 'again'
  return state
}

/** A warning in a few words. */
export function sayMark(t: Translate, { code, char = '', other = '' }: EntryMark): string {
  return t(keyFor('ceremonies.mark-', code), { char, other, code: char && codeOf(char) })
}

/** The state of an entry, its warnings, and other notes. */
export function EntryBadges({ entry, brief = false }: { entry: EntryRow; brief?: boolean }) {
  const t = useT()
  const state = shownState(entry)
  const [tone, icon] = looks[state]
  const marks = entry.state === 'done' || entry.state === 'withdrawn' ? [] : entry.marks
  const shown = brief ? marks.slice(0, 2) : []
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Badge tone={tone} icon={icon}>
        {t(`ceremonies.state-${state}`)}
      </Badge>
      {state === 'withdrawn' && entry.why && <Badge tone="over">{t(`ceremonies.why-${entry.why}`)}</Badge>}
      {entry.late === 'paid' && <Badge tone="wait">{t('ceremonies.late-paid')}</Badge>}
      {shown.map((mark) => (
        <Badge key={`${mark.code}${mark.char}`} tone={cannotPrint(mark) ? 'act' : 'wait'} size="low">
          {sayMark(t, mark)}
        </Badge>
      ))}
      {marks.length > shown.length && brief && <Badge tone="over">+{marks.length - shown.length}</Badge>}
      {entry.askedAt && state === 'collected' && <Badge tone="over">{t('ceremonies.waits-family')}</Badge>}
      {entry.corrected && <Badge tone="over">{t('ceremonies.corrected')}</Badge>}
      {entry.same > 0 && <Badge tone="over">{t('ceremonies.same', { count: entry.same })}</Badge>}
    </span>
  )
}
