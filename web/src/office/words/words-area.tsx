import type { PageProps } from '../kit/layout/page-props.ts'
import { PointPage } from './point-page.tsx'
import { WordsPage } from './words-page.tsx'

/** The messages as a list, or on the site. Message keys contain a dot, so none is called `point`. */
export function WordsArea(props: PageProps) {
  return props.id === 'point' ? <PointPage user={props.user} /> : <WordsPage user={props.user} id={props.id} />
}
