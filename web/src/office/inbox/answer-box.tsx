import { useLocale, useT } from '../../i18n/context.tsx'
import { languageTag } from '../../i18n/messages.ts'
import { smsParts } from '../../domain/sms.ts'
import { hasIdentityNumber } from '../../domain/identity-number.ts'
import { FieldError, IdentityNote, RoomNote } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { Written } from './answer-memory.ts'
import type { Entry } from './inbox-queries.ts'
import { LanguageMark } from './language-mark.tsx'

type Props = {
  entry: Entry
  written: Written
  problem: string | undefined
  /** The writer left no way to answer. */
  mute: boolean
  onChange: (part: Partial<Written>) => void
}

/** The text field for an answer or note; for a saved reply, the other language is shown beside it to check. */
export function AnswerBox({ entry, written, problem, mute, onChange }: Props) {
  const t = useT()
  const { kind, text, textKey } = written
  const note = kind === 'note'
  const other = entry.locale === 'en' ? 'zh' : 'en'
  const beside = note ? undefined : entry.texts.find(({ key }) => key === textKey)?.text[other]
  const parts = smsParts(entry.frame.before + text.trim() + entry.frame.after)
  const begin = (key: string) => {
    const chosen = entry.texts.find((one) => one.key === key)
    const untouched = entry.texts.some((one) => one.text[entry.locale] === text)
    if (!chosen) return
    if (text.trim() && !untouched) return toast({ text: 'inbox.unsaved' })
    onChange({ text: chosen.text[entry.locale], textKey: key })
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 border-b border-line bg-card p-3">
        <div role="group" aria-label={t('inbox.answer')} className="flex gap-1 rounded-full bg-paper-2 p-1">
          <Kind pressed={!note} icon="mail" label={t('inbox.answer')} onPress={() => onChange({ kind: 'answer' })} />
          <Kind pressed={note} icon="edit" label={t('inbox.note')} onPress={() => onChange({ kind: 'note' })} />
        </div>
        {!note && !mute && (
          <select
            aria-label={t('inbox.text-choose')}
            className="field !w-auto max-w-64"
            value={textKey}
            onChange={({ target }) => begin(target.value)}
          >
            <option value="">{t('inbox.text-choose')}</option>
            {entry.texts.map(({ key, title }) => (
              <option key={key} value={key}>
                {t('inbox.text')}: {title}
              </option>
            ))}
          </select>
        )}
        {!note && (
          <span className="ml-auto inline-flex items-center gap-2 font-bold">
            <LanguageMark locale={entry.locale} dark />
            {t(`inbox.language-${entry.locale}`)}
          </span>
        )}
      </div>
      {!mute && (
        <div className={beside ? 'md:grid md:grid-cols-[3fr_2fr]' : ''}>
          <Box {...{ entry, note, text, problem, onChange }} />
          {beside && (
            <aside lang={languageTag[other]} className="border-line bg-gold-1 p-4 max-md:border-t md:border-l">
              <Beside other={other} />
              <p className="mt-2 whitespace-pre-line">{beside}</p>
            </aside>
          )}
        </div>
      )}
      {!note && entry.reach === 'sms' && (
        <p
          role="status"
          className={`border-t border-line px-4 py-2 text-sm ${parts > entry.mostParts ? 'font-bold text-cinnabar' : 'text-ink-2'}`}
        >
          {t('inbox.answer-sms', { parts, most: entry.mostParts })}
        </p>
      )}
    </>
  )
}

const longest = 10_000

function Box(props: Pick<Props, 'entry' | 'problem' | 'onChange'> & { note: boolean; text: string }) {
  const t = useT()
  const { entry, note, problem } = props
  return (
    <div className="p-3">
      {problem && <FieldError id="answer-error" text={problem} />}
      <textarea
        id="answer"
        aria-label={
          note ? t('inbox.note-label') : t('inbox.answer-label', { language: t(`inbox.language-${entry.locale}`) })
        }
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? 'answer-error' : undefined}
        lang={note ? undefined : languageTag[entry.locale]}
        rows={note ? 4 : 9}
        maxLength={longest}
        className="field"
        value={props.text}
        onChange={({ target }) => props.onChange({ text: target.value })}
      />
      <RoomNote text={props.text} most={longest} />
      {hasIdentityNumber(props.text) && <IdentityNote id="answer-identity" />}
    </div>
  )
}

function Beside({ other }: { other: 'en' | 'zh' }) {
  const t = useT()
  const locale = useLocale()
  return (
    <p lang={languageTag[locale]} className="flex items-center gap-2 text-sm font-bold">
      <LanguageMark locale={other} />
      {t('inbox.beside', { language: t(`inbox.language-${other}`) })}
    </p>
  )
}

function Kind(props: { pressed: boolean; icon: 'mail' | 'edit'; label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={props.pressed}
      onClick={props.onPress}
      className={`flex min-h-11 items-center gap-2 rounded-full px-4 font-bold ${props.pressed ? 'bg-card shadow-card' : 'hover:bg-gold-1'}`}
    >
      <Icon name={props.icon} size={20} />
      {props.label}
    </button>
  )
}
