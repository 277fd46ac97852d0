import { SheetView } from '../../ui/sheet-view.tsx'
import { sheetOfDraft } from '../../domain/form/sheet-of-draft.ts'
import { useT } from '../../i18n/context.tsx'
import { money } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { dateWords } from './date-words.ts'
import { withoutItem } from './draft.ts'
import type { DraftHandle } from './use-draft.ts'
import type { Line } from './use-offerings.ts'

type Props = {
  lines: readonly Line[] | undefined
  items: number
  /** Absent when items can no longer be removed. */
  onChange?: DraftHandle['change']
}

/** The chosen items, with the names typed so far. */
export function Basket({ lines, items, onChange }: Props) {
  const t = useT()
  return (
    <Panel size="s" aria-labelledby="walk-in-basket">
      <h2 id="walk-in-basket" className="text-xl">
        {t('walk-in.basket')}
      </h2>
      {items === 0 && <p className="mt-2 text-ink-2">{t('walk-in.basket-empty')}</p>}
      {items > 0 && !lines && <Skeleton lines={items} />}
      <ul className="mt-2 divide-y divide-line">
        {lines?.map((line) => (
          <li key={line.item.id} className="flex items-start justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="font-bold leading-snug">{line.title}</p>
              <p className="text-sm text-ink-2">
                {[line.optionTitle, line.item.order.quantity > 1 && `× ${line.item.order.quantity}`]
                  .filter(Boolean)
                  .join(' ')}
              </p>
              <Names line={line} />
              {onChange && (
                <button
                  type="button"
                  aria-label={t('form.remove', { who: `${line.title}, ${line.optionTitle}` })}
                  className="-ml-2 flex min-h-11 items-center gap-1 rounded-full px-2 font-semibold text-cinnabar hover:bg-cinnabar-1"
                  onClick={() => onChange((draft) => withoutItem(draft, line.item.id))}
                >
                  <Icon name="trash" size={20} />
                  {t('common.remove')}
                </button>
              )}
            </div>
            <p className="shrink-0 font-bold">{line.cents === undefined ? '–' : money(line.cents)}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Names({ line }: { line: Line }) {
  if (!line.offering.form || !line.item.form) return null
  return <SheetView sheet={sheetOfDraft(line.offering.form, line.item.form, dateWords)} className="mt-1.5" />
}
