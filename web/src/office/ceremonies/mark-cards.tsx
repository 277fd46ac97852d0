import { useT } from '../../i18n/context.tsx'
import { keyFor } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Entry, EntryMark } from './ceremony-queries.ts'
import { sayMark } from './entry-badges.tsx'
import { codeOf } from './print-text.ts'

type Props = {
  entry: Entry
  /** Starts a correction that replaces one character by another; absent for read-only users. */
  onChange?: (from: string, to: string) => void
}

/** Warnings to check before a name is printed. Nothing is changed automatically. */
export function MarkCards({ entry, onChange }: Props) {
  const t = useT()
  return (
    <Panel size="s" aria-labelledby="look-at">
      <h3 id="look-at" className="text-xl">
        {t('ceremonies.chars')}
      </h3>
      {entry.marks.length === 0 && <p className="mt-2 text-ink-2">{t('ceremonies.nothing-to-look')}</p>}
      <ul className="divide-y divide-line">
        {entry.marks.map((mark) => (
          <li key={`${mark.code}${mark.char}`} className="flex flex-wrap items-center gap-4 py-4">
            {mark.char && (
              <span className="flex items-center gap-2">
                <Glyph char={mark.char} />
                {mark.other && <Glyph char={mark.other} />}
              </span>
            )}
            <div className="min-w-0 grow basis-40">
              <p className="font-bold">{sayMark(t, mark)}</p>
              <Codes mark={mark} />
              <p className="text-ink-2">{t(keyFor('ceremonies.mark-text-', mark.code))}</p>
              {onChange && <Change mark={mark} onChange={onChange} />}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The code points of the characters, if the sentence above does not have them, because glyphs may look alike. */
function Codes({ mark: { code, char, other } }: { mark: EntryMark }) {
  if (!char || code === 'no-glyph' || code === 'private-use') return null
  return <p className="text-sm text-ink-2">{[char, ...(other ? [other] : [])].map(codeOf).join(' · ')}</p>
}

function Change({ mark, onChange }: { mark: EntryMark; onChange: NonNullable<Props['onChange']> }) {
  const t = useT()
  const { char, other } = mark
  if (!char || !other) return null
  return (
    <Button className="mt-2" icon="swap" onClick={() => onChange(char, other)}>
      <span>{t('ceremonies.change-to', { other })}</span>
    </Button>
  )
}

function Glyph({ char }: { char: string }) {
  return (
    <span
      lang="zh-Hans"
      aria-hidden="true"
      className="grid size-20 shrink-0 place-items-center rounded-xl border border-line-2 bg-card font-names text-4xl"
    >
      {char}
    </span>
  )
}
