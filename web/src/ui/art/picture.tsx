import bell from './bell.svg'
import flowers from './flowers.svg'
import gate from './gate.svg'
import hall from './hall.svg'
import incense from './incense.svg'
import lamp from './lamp.svg'
import peace from './peace.svg'
import sutra from './sutra.svg'
import tablet from './tablet.svg'

const pictures = new Map(Object.entries({ lamp, peace, tablet, incense, flowers, bell, sutra, hall, gate }))

/** A drawn picture that fills its box; unknown names show the lamp. It decorates, so it has no words. */
export function Picture(props: { art: string; eager?: boolean }) {
  return (
    <img
      src={pictures.get(props.art) ?? lamp}
      alt=""
      width={480}
      height={360}
      loading={props.eager ? 'eager' : 'lazy'}
      decoding="async"
      className="h-full w-full object-cover"
    />
  )
}
