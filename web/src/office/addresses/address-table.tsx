import { useT } from '../../i18n/context.tsx'
import { thousands } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Address } from './address-queries.ts'
import { Table } from '../kit/list/table.tsx'

const cell = 'px-3 py-3 align-top first:md:pl-5 max-md:block max-md:px-0 max-md:py-0.5'

/** Old addresses and their targets; on narrow screens each row is a card. */
export function AddressTable({ rows, onChange }: { rows: readonly Address[]; onChange: (row: Address) => void }) {
  const t = useT()
  return (
    <Table
      cards
      caption={t('addresses.to')}
      headClass="bg-paper-2 px-3 py-2.5 text-left text-sm font-semibold text-ink-2 first:pl-5"
      heads={[
        t('addresses.from'),
        t('addresses.to'),
        t('addresses.why'),
        { text: t('addresses.times-head'), right: true },
        t('addresses.status'),
      ]}
    >
      {rows.map((row) => (
        <Row key={row.path} row={row} onChange={() => onChange(row)} />
      ))}
    </Table>
  )
}

function Row({ row, onChange }: { row: Address; onChange: () => void }) {
  const t = useT()
  return (
    <tr className="relative border-t border-line transition hover:bg-gold-1 has-focus-visible:bg-gold-1 max-md:block max-md:px-5 max-md:py-3">
      <td className={cell}>
        <button
          type="button"
          onClick={onChange}
          className="text-left font-bold wrap-anywhere after:absolute after:inset-0 focus-visible:outline-offset-[-3px]"
        >
          {row.path}
        </button>
      </td>
      <td className={cell}>
        <span className="flex items-center gap-2">
          <Icon name="arrow" size={18} className="shrink-0 text-ink-2" />
          <span className="wrap-anywhere">{row.external ? hostOf(row.target) : row.title || row.target}</span>
          {row.external && <Icon name="outside" size={18} className="shrink-0" />}
        </span>
      </td>
      <td className={`${cell} text-ink-2`}>{row.why}</td>
      <td className={`${cell} md:text-right`}>
        <span aria-hidden="true" className="tabular-nums max-md:hidden">
          {thousands(row.times)}
        </span>
        <span className="md:sr-only">{t('addresses.times', { count: row.times })}</span>
      </td>
      <td className={cell}>
        <State row={row} />
      </td>
    </tr>
  )
}

function State({ row }: { row: Address }) {
  const t = useT()
  if (!row.active) return <Badge tone="over">{t('addresses.off')}</Badge>
  if (row.unfit)
    return (
      <Badge tone="act" icon="warning">
        {t('addresses.unfit')}
      </Badge>
    )
  return row.status === 301 ? (
    <Badge tone="good" icon="check">
      {t('addresses.for-good')}
    </Badge>
  ) : (
    <Badge tone="wait" icon="clock">
      {t('addresses.for-a-while')}
    </Badge>
  )
}

function hostOf(target: string): string {
  return target.replace(/^https?:\/\/(www\.)?/, '').split('/')[0] ?? target
}
