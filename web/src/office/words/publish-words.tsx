import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Value } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../kit/query/loaded.tsx'
import { useActOnce } from '../kit/act/use-act-once.ts'
import { Chips } from '../kit/editor/chips.tsx'
import { LanguageSign } from './language-sign.tsx'
import { isText, partsOf } from './word-parts.ts'
import { languages, waitingQuery, type Sentence } from './word-queries.ts'
import { DialogButtons } from '../kit/act/dialog-buttons.tsx'

export type PublishedWords = Value<'/api/admin/word/publish', 'post'>

type Props = { onClose: () => void; onDone: (published: PublishedWords) => void }

/** The changes of wording, old and new; the selected ones are published together. */
export function PublishWords({ onClose, onDone }: Props) {
  const t = useT()
  const query = useQuery(waitingQuery)
  return (
    <Dialog open onClose={onClose} title={t('words.publish-title')}>
      <Loaded query={query}>
        {({ items }) => <Batch drafts={items.flatMap(draftsOf)} onClose={onClose} onDone={onDone} />}
      </Loaded>
    </Dialog>
  )
}

type Draft = Pick<Sentence, 'key' | 'fills'> & { locale: 'en' | 'zh'; rev: number; live: string; draft: string }

function draftsOf({ key, sides, locked, fills }: Sentence): Draft[] {
  // Locked texts are left to administrators.
  if (locked) return []
  return languages.flatMap((locale) => {
    const side = sides[locale]
    return side?.waiting ? [{ key, fills, locale, rev: side.rev, live: side.live, draft: side.draft }] : []
  })
}

/** Warns about a text message that needs more SMS parts than the published one, and so costs more. */
function MoreTexts({ draft: { key, fills, locale, live, draft } }: { draft: Draft }) {
  const t = useT()
  if (!isText(key)) return null
  const before = partsOf({ key, fills }, live, locale).parts
  const parts = partsOf({ key, fills }, draft, locale).parts
  if (parts <= before) return null
  return (
    <span className="block font-semibold">
      <Icon name="warning" size={18} className="mr-1.5 inline text-gold-7" />
      {t('words.parts-more', { parts, before })}
    </span>
  )
}

const idOf = ({ key, locale }: Draft) => `${key} ${locale}`

function Batch({ drafts, onClose, onDone }: Props & { drafts: Draft[] }) {
  const t = useT()
  const [not, setNot] = useState<readonly string[]>([])
  const act = useActOnce(
    (body: { items: { key: string; locale: 'en' | 'zh'; rev: number }[] }, idempotencyKey) =>
      api.post('/api/admin/word/publish', { body, idempotencyKey }),
    onDone,
  )
  const chosen = drafts.filter((one) => !not.includes(idOf(one)))
  return (
    <>
      {drafts.length === 0 && <p className="mb-4">{t('words.nothing-waits')}</p>}
      <ul className="mb-4 divide-y divide-line">
        {drafts.map((one) => (
          <li key={idOf(one)} className="py-2">
            <Checkbox
              checked={!not.includes(idOf(one))}
              onChange={({ target }) =>
                setNot(target.checked ? not.filter((id) => id !== idOf(one)) : [...not, idOf(one)])
              }
              label={
                <span className="min-w-0 wrap-anywhere">
                  <LanguageSign language={one.locale} />
                  <span className="text-ink-2">
                    <span className="sr-only">{t('words.now-reads')} </span>
                    <del>
                      <Chips text={one.live} />
                    </del>
                  </span>
                  <span className="block font-semibold">
                    <span className="sr-only">{t('words.will-read')} </span>
                    <Chips text={one.draft} />
                  </span>
                  <MoreTexts draft={one} />
                </span>
              }
            />
          </li>
        ))}
      </ul>
      <DialogButtons
        label={t('words.publish-now', { count: chosen.length })}
        back={t('words.not-yet')}
        disabled={chosen.length === 0}
        act={act}
        onPress={() => void act.send({ items: chosen.map(({ key, locale, rev }) => ({ key, locale, rev })) })}
        onClose={onClose}
      />
    </>
  )
}
