import { useT } from '../../../i18n/context.tsx'
import { languageTag } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Picture } from '../../../ui/art/picture.tsx'
import { AskSomebody } from './ask-somebody.tsx'
import { factsOf } from '../../kit/site/record-kinds.ts'
import { goesTogether, type Language, type Summary } from '../record-queries.ts'

type Props = { record: Summary; language: Language; userId: string; onWrite: () => void; onAsked: () => void }

/** For a language without text: what its readers see meanwhile, and buttons to start or to ask a colleague. */
export function MissingLanguage({ record, language, userId, onWrite, onAsked }: Props) {
  const t = useT()
  return (
    <div className="flex flex-col items-center gap-3 px-2 py-10 text-center">
      <div className="h-32 w-44 overflow-hidden rounded-3xl">
        <Picture art="sutra" />
      </div>
      <h2 className="text-xl">{t(`records.missing-${language}`)}</h2>
      <p className="max-w-sm text-ink-2">
        {t(goesTogether(record.kind) ? `records.missing-${language}-both` : `records.missing-${language}-text`)}
      </p>
      {!goesTogether(record.kind) && (
        <p
          lang={languageTag[language]}
          className="flex max-w-sm items-start gap-2 rounded-xl border-l-4 border-gold-7 bg-gold-1 px-4 py-2 text-left"
        >
          <Icon name="info" className="mt-0.5 shrink-0 text-gold-7" />
          {t(`records.line-${language}`)}
        </p>
      )}
      <div className="mt-1 grid w-full max-w-sm gap-2">
        <Button kind="primary" icon="edit" onClick={onWrite}>
          {t(`records.write-${language}`)}
        </Button>
        {!record.asked && !record.takenAt && !factsOf(record.kind).own && (
          <AskSomebody record={record} language={language} userId={userId} onAsked={onAsked} />
        )}
      </div>
      <p className="max-w-sm text-sm text-ink-2">{t('records.write-text')}</p>
    </div>
  )
}
