import { usePage } from '../router/payload.tsx'

/** Announces the title of a page after navigation, for screen readers. */
export function AnnouncedTitle(props: { count: number }) {
  const { meta } = usePage()
  return (
    <p role="status" className="sr-only">
      {props.count > 0 ? meta.title : ''}
    </p>
  )
}
