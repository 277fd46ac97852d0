import type { PageProps } from '../kit/layout/page-props.ts'
import { PointPage } from './point-page.tsx'
import { WordsPage } from './words-page.tsx'

/** The sentences as a list, or as the site shows them. The key of a sentence has a dot, so none is called `point`. */
export function WordsArea(props: PageProps) {
  return props.id === 'point' ? <PointPage user={props.user} /> : <WordsPage user={props.user} id={props.id} />
}
