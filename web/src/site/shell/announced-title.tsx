import { usePage } from '../router/payload.tsx'

/** Says the title of a page that was navigated to, for those who do not see it change. */
export function AnnouncedTitle(props: { count: number }) {
  const { meta } = usePage()
  return (
    <p role="status" className="sr-only">
      {props.count > 0 ? meta.title : ''}
    </p>
  )
}
