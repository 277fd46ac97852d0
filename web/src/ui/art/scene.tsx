import scene from './scene.svg'

/** Dawn over the hall: 1700 by 760, aligned to the right edge when its box has another ratio. */
export function Scene(props: { className?: string }) {
  return <img src={scene} alt="" width={1700} height={760} fetchPriority="high" className={props.className} />
}
