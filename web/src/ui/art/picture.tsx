import bell from './bell.svg'
import flowers from './flowers.svg'
import gate from './gate.svg'
import hall from './hall.svg'
import incense from './incense.svg'
import lamp from './lamp.svg'
import lanterns from './lanterns.svg'
import meal from './meal.svg'
import oil from './oil.svg'
import pagoda from './pagoda.svg'
import peace from './peace.svg'
import riceBalls from './rice-balls.svg'
import shrine from './shrine.svg'
import sutra from './sutra.svg'
import tablet from './tablet.svg'
import { Photograph, type Photo } from './photograph.tsx'

const pictures = new Map(
  Object.entries({
    lamp,
    peace,
    tablet,
    incense,
    flowers,
    bell,
    sutra,
    hall,
    gate,
    lanterns,
    'rice-balls': riceBalls,
    shrine,
    pagoda,
    meal,
    oil,
  }),
)

type Props = {
  art: string
  /** A photograph shown instead of the drawing. */
  photo?: Photo
  /**
   * Whether the photograph needs a description; otherwise it is decorative, because the text beside it says the same.
   */
  described?: boolean
  eager?: boolean
}

/** A picture that fills its box: a photograph, or a decorative drawing. Unknown names show the lamp. */
export function Picture({ art, photo, described, eager }: Props) {
  if (photo) return <Photograph photo={photo} alt={described ? photo.alt : ''} eager={eager} />
  return (
    <img
      src={pictures.get(art) ?? lamp}
      alt=""
      width={480}
      height={360}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className="h-full w-full object-cover"
    />
  )
}
