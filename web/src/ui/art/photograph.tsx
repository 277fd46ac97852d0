/** A library photograph, as the server describes its files (`picture.Photo`). */
export type Photo = {
  src: string
  /** A srcset; absent until the sizes are ready. */
  webp?: string
  jpeg?: string
  width: number
  height: number
  alt: string
  /** Percent from the left and from the top: the point that cropping must keep. */
  x: number
  y: number
}

/** The `sizes` of a photograph in a card or beside a heading. */
const usual = '(min-width: 48em) 24em, 100vw'

/** A photograph that fills its box; cropping keeps its focal point. */
export function Photograph(props: { photo: Photo; alt: string; sizes?: string; eager?: boolean }) {
  const { sizes = usual } = props
  const { src, webp, jpeg, width, height, x, y } = props.photo
  return (
    <picture>
      {webp && <source type="image/webp" srcSet={webp} sizes={sizes} />}
      <img
        src={src}
        srcSet={jpeg}
        sizes={jpeg && sizes}
        alt={props.alt}
        width={width}
        height={height}
        loading={props.eager ? 'eager' : 'lazy'}
        decoding="async"
        data-x={Math.round(x / 10)}
        data-y={Math.round(y / 10)}
        className="photograph h-full w-full object-cover"
      />
    </picture>
  )
}
