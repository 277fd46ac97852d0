import { Fragment } from 'react'
import { piecesOf } from './pieces.ts'

/** The classes of a placeholder chip. */
export const chip = 'mx-0.5 inline-block rounded-md bg-lacquer px-1.5 text-sm font-bold text-gold-1'

/** A text with its placeholders as chips. */
export function Chips({ text }: { text: string }) {
  return piecesOf(text).map((piece) => (
    <Fragment key={piece.at}>{'name' in piece ? <span className={chip}>{piece.name}</span> : piece.text}</Fragment>
  ))
}
