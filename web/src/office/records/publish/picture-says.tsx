import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { languageTag } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ActState } from '../../kit/act/act-state.tsx'
import { Loaded } from '../../kit/query/loaded.tsx'
import { lacking, pictureQuery, type PictureDetail } from '../../kit/pictures/picture-queries.ts'
import { Thumb } from '../../kit/pictures/thumb.tsx'
import { refresh } from '../../kit/query/refresh.ts'
import { useActOnce } from '../../kit/act/use-act-once.ts'
import type { Language } from '../record-queries.ts'

const longest = 300 // characters (internal/offer/library)

/** Asks for a picture's description, in the languages that lack one. */
export function PictureSays({ id, onSaid }: { id: string; onSaid: () => void }) {
  const query = useQuery(pictureQuery(id))
  return <Loaded query={query}>{(picture) => <Words picture={picture} onSaid={onSaid} />}</Loaded>
}

function Words({ picture, onSaid }: { picture: PictureDetail; onSaid: () => void }) {
  const t = useT()
  const own = useId()
  const client = useQueryClient()
  const [typed, setTyped] = useState<Partial<Record<Language, string>>>({})
  const { alt, edits, decorative, x, y } = picture
  const act = useActOnce(
    (body: Partial<Record<Language, string>>, idempotencyKey) =>
      api.patch('/api/admin/picture/{id}', {
        params: { id: picture.id },
        body: { altEn: body.en ?? alt.en, altZh: body.zh ?? alt.zh, decorative, x, y, edits },
        idempotencyKey,
      }),
    async () => {
      await refresh(client, 'pictures')
      setTyped({})
      onSaid()
    },
  )
  const missing = lacking(picture)
  const other = (language: Language) => alt[language === 'en' ? 'zh' : 'en']
  return (
    <div className="flex flex-wrap gap-4">
      <div className="w-28 shrink-0">
        <Thumb picture={picture} />
      </div>
      <form
        noValidate
        className="min-w-0 grow basis-64 space-y-3"
        onSubmit={act.submit(() => (Object.values(typed).some((text) => text.trim()) ? typed : null))}
      >
        <p className="font-bold wrap-anywhere">{t('records.say-picture', { name: picture.name })}</p>
        {missing.map((language) => (
          <TextField
            key={language}
            id={`${own}-${language}`}
            label={t(`pictures.alt-${language}`)}
            hint={other(language) ? t('records.other-says', { text: other(language) }) : undefined}
            lang={languageTag[language]}
            value={typed[language] ?? ''}
            maxLength={longest}
            onChange={({ target }) => setTyped((before) => ({ ...before, [language]: target.value }))}
          />
        ))}
        <ActState act={act} />
        {missing.length > 0 && (
          <Button type="submit" pending={act.pending}>
            {t('records.say-save')}
          </Button>
        )}
      </form>
    </div>
  )
}
