import { useT } from '../../../../i18n/context.tsx'
import { languageTag } from '../../../../i18n/messages.ts'
import { TextArea } from '../../../../ui/text-area.tsx'
import type { RecordWork } from '../../frame/use-record-work.ts'
import { languages, type Detail } from '../../record-queries.ts'
import { FieldsEditor } from '../../text/fields-editor.tsx'

/** A text to begin an answer with. */
export function MessageEditor({ detail, userId }: { detail: Detail; userId: string }) {
  return (
    <FieldsEditor
      detail={detail}
      userId={userId}
      renderRest={(work, setField) => <MessageText work={work} limits={detail.limits} onField={setField} />}
    />
  )
}

/** The words of a text for answers, side by side. */
function MessageText(props: { work: RecordWork; limits: Record<string, number>; onField: (field: string) => void }) {
  const t = useT()
  const { keeper, snapshot } = props.work
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {languages.map((language) => {
        const name = `text.${language}`
        return (
          <TextArea
            key={language}
            id={`field-text-${language}`}
            label={t(`records-message.message-text-${language}`)}
            hint={t('records-message.message-hint')}
            lang={languageTag[language]}
            rows={10}
            value={snapshot.fields[name] ?? ''}
            maxLength={props.limits[name]}
            error={snapshot.errors[name]}
            onFocus={() => props.onField(name)}
            onChange={(event) => keeper.type(name, event.target.value)}
          />
        )
      })}
    </div>
  )
}
