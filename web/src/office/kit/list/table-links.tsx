import { buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

type Props = {
  /** What is exported, for screen readers. */
  of: string
  url: (format: 'xlsx' | 'csv') => string
}

/** Download links for a list as a spreadsheet, in both formats. */
export function TableLinks({ of, url }: Props) {
  return (
    <span className="flex gap-2">
      {(['xlsx', 'csv'] as const).map((format) => (
        <a key={format} download href={url(format)} className={buttonClass('plain', 'px-4')}>
          <Icon name="download" size={20} />
          {format === 'xlsx' ? 'Excel' : 'CSV'}
          <span className="sr-only"> {of}</span>
        </a>
      ))}
    </span>
  )
}
