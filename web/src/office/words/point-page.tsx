import { useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { useLocale, useT } from '../../i18n/context.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { BackLink } from '../kit/layout/back-link.tsx'
import type { PageProps } from '../kit/layout/page-props.ts'
import { Failed } from '../kit/query/failed.tsx'
import { PageTop } from '../kit/layout/page-top.tsx'
import { SelectField } from '../kit/field/select-field.tsx'
import { PointedWords } from './pointed-words.tsx'
import { SoughtWords } from './sought-words.tsx'
import { usePlaces } from './use-places.ts'
import { usePointing } from './use-pointing.ts'
import { languages, type Language } from './word-queries.ts'

const widths = { fit: 'w-full', phone: 'w-[390px]', tablet: 'w-[820px]', desktop: 'w-[1280px]' } as const
type Width = keyof typeof widths
const widthNames = ['fit', 'phone', 'tablet', 'desktop'] as const satisfies readonly Width[]

/** Shows the site inside the office: clicking a text opens it for rewording. */
export function PointPage({ user }: Pick<PageProps, 'user'>) {
  const t = useT()
  const locale = useLocale()
  const search = new URLSearchParams(useSearch())
  const sought = search.get('key') ?? ''
  const [path, setPath] = useState<string>(search.get('path') ?? '/')
  const { pages, query: places } = usePlaces()
  const [language, setLanguage] = useState<Language>(locale)
  const [width, setWidth] = useState<Width>('fit')
  const [on, setOn] = useState(true)
  const frame = useRef<HTMLIFrameElement>(null)
  const [page, setPage] = useState<Window & typeof globalThis>()
  const { pointed, listen } = usePointing(frame, on)
  const address = `${language === 'zh' ? '/zh' : ''}${path === '/' && language === 'zh' ? '' : path}?point=1`
  return (
    <>
      <PageTop
        before={<BackLink to="/words">{t('words.top')}</BackLink>}
        title={t('words.point')}
        text={t(on ? 'words.point-text' : 'words.walk-text')}
      />
      {places.error && <Failed error={places.error} onAgain={() => void places.refetch()} />}
      <div className="mb-4 grid items-end gap-3 sm:grid-cols-3">
        <SelectField
          id="point-path"
          label={t('words.point-page')}
          value={path}
          onChange={setPath}
          options={pages.map((one) => [one.path, one.title] as const)}
        />
        <SelectField
          id="point-language"
          label={t('office.field.language')}
          value={language}
          onChange={(to) => setLanguage(to === 'zh' ? 'zh' : 'en')}
          options={languages.map((one) => [one, t(`words.in-${one}`)] as const)}
        />
        <SelectField
          id="point-width"
          label={t('words.point-width')}
          value={width}
          onChange={(to) => setWidth(widthNames.find((one) => one === to) ?? 'fit')}
          options={widthNames.map((one) => [one, t(`words.width-${one}`)] as const)}
        />
      </div>
      <div className="mb-3">
        <Checkbox label={t('words.pointing')} checked={on} onChange={() => setOn(!on)} />
      </div>
      {sought && <SoughtWords key={sought} base={sought} page={page} language={language} />}
      <div aria-live="polite">
        {pointed && <PointedWords key={JSON.stringify(pointed)} pointed={pointed} userId={user.id} />}
      </div>
      <div className="overflow-x-auto rounded-2xl border border-line bg-paper-2 p-3">
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of this site, whose texts are read */}
        <iframe
          key={address}
          ref={frame}
          src={address}
          title={t('words.point-frame')}
          onLoad={() => {
            listen()
            setPage((frame.current?.contentWindow ?? undefined) as typeof page)
          }}
          className={`mx-auto block h-[75vh] min-h-96 rounded-xl bg-paper ${widths[width]}`}
        />
      </div>
    </>
  )
}
