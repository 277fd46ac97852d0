const numerals = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十']

/** A brush numeral before the heading of a form's section; `number` counts from 0. It decorates. */
export function SectionMark({ number }: { number: number }) {
  return (
    <span className="mr-3 font-kai font-bold text-cinnabar" aria-hidden="true" lang="zh-Hans">
      {numerals[number]}
    </span>
  )
}
