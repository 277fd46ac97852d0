import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { api } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { languageTag } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ActState } from '../act/act-state.tsx'
import { refresh } from '../query/refresh.ts'
import { useActOnce } from '../act/use-act-once.ts'
import { FocusPicker } from './focus-picker.tsx'
import type { PictureDetail, PictureItem } from './picture-queries.ts'

type Props = {
  picture: PictureItem
  save: string
  onSaved: (picture: PictureDetail) => void
  /** Shown between the picture and its fields. */
  children?: ReactNode
}

const longest = 300 // characters (internal/offer/library)

/** The fields for a picture's description in both languages, and for the point that cropping must keep. */
export function PictureWords({ picture, save, onSaved, children }: Props) {
  const t = useT()
  const own = useId()
  const client = useQueryClient()
  const kept = { en: picture.alt.en, zh: picture.alt.zh, decorative: picture.decorative, x: picture.x, y: picture.y }
  const [typed, setTyped] = useState<Partial<typeof kept>>({})
  const now = { ...kept, ...typed }
  const set = (next: Partial<typeof kept>) => setTyped((before) => ({ ...before, ...next }))
  const act = useActOnce(
    (body: typeof kept, idempotencyKey) =>
      api.patch('/api/admin/picture/{id}', {
        params: { id: picture.id },
        body: {
          altEn: body.en,
          altZh: body.zh,
          decorative: body.decorative,
          x: body.x,
          y: body.y,
          edits: picture.edits,
        },
        idempotencyKey,
      }),
    (saved) => {
      setTyped({})
      void refresh(client, 'pictures')
      onSaved(saved)
    },
  )
  const same = (Object.keys(kept) as (keyof typeof kept)[]).every((name) => kept[name] === now[name])
  const language = (name: 'en' | 'zh') => (
    <TextField
      id={`${own}-${name}`}
      label={t(`pictures.alt-${name}`)}
      hint={
        typed[name] !== undefined && act.problem && kept[name]
          ? t('pictures.now-says', { text: kept[name] })
          : undefined
      }
      lang={languageTag[name]}
      value={now[name]}
      maxLength={longest}
      readOnly={now.decorative}
      onChange={({ target }) => set({ [name]: target.value })}
    />
  )
  return (
    <form
      noValidate
      onSubmit={act.submit(() => now)}
      // After a conflict, loads what the other person wrote, and shows it beside the input.
      onFocus={() => act.problem && void refresh(client, 'pictures')}
      className="space-y-4"
    >
      <FocusPicker photo={picture.photo} alt={picture.name} x={now.x} y={now.y} onChange={(x, y) => set({ x, y })} />
      {children}
      <fieldset className="space-y-3">
        <legend className="font-bold">{t('pictures.shows')}</legend>
        <p className="text-ink-2">{t('pictures.shows-hint')}</p>
        {language('en')}
        {language('zh')}
        <Checkbox
          label={t('pictures.decorative')}
          checked={now.decorative}
          onChange={({ target }) => set({ decorative: target.checked })}
        />
      </fieldset>
      <ActState act={act} />
      <Button type="submit" kind="primary" pending={act.pending} disabled={same && !act.unsent}>
        {save}
      </Button>
    </form>
  )
}
