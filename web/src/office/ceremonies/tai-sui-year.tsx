import { api } from '../../api/client.ts'
import { useOfficeForm } from '../kit/act/use-office-form.ts'
import { useLocale, useT } from '../../i18n/context.tsx'
import { date, dateTime } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { TaiSuiTable } from './tai-sui-queries.ts'
import { Table } from '../kit/list/table.tsx'

const ways = ['own', 'clash', 'bind', 'harm', 'break'] as const
type Way = (typeof ways)[number]
type Ticked = Record<string, readonly Way[]>

/** One year: a row for each sign, a checkbox for each way of meeting. */
export function TaiSuiYear({ table }: { table: TaiSuiTable }) {
  const t = useT()
  const locale = useLocale()
  const { year, rev } = table
  const sign = t(`form.sign-${table.sign}`)
  const usual = tickedOf(table, 'usual')
  const form = useOfficeForm<{ ticked: Ticked }, unknown>(
    {
      initial: { ticked: tickedOf(table, 'ways') },
      send: ({ ticked }, keyFor) => {
        const body = { rev, signs: table.signs.map((one) => ({ sign: one.sign, ways: [...(ticked[one.sign] ?? [])] })) }
        return api.put('/api/admin/tai-sui/{year}', { params: { year }, body, idempotencyKey: keyFor(body) })
      },
      done: () => {
        toast({ text: 'ceremonies.tai-sui-saved', params: { sign }, type: 'success' })
      },
      summary: true,
    },
    'ceremonies',
  )
  const { ticked } = form.values
  const changed = !same(ticked, tickedOf(table, 'ways'))
  const toggle = (of: string, way: Way) => {
    const now = ticked[of] ?? []
    form.set({
      ticked: { ...ticked, [of]: ways.filter((one) => (one === way ? !now.includes(way) : now.includes(one))) },
    })
  }
  return (
    <form noValidate onSubmit={form.onSubmit} aria-labelledby={`year-${year}`}>
      <Panel as="div" className="space-y-4">
        <div>
          <h2 id={`year-${year}`} className="text-2xl">
            {t('ceremonies.tai-sui-year', { year, sign, chinese: table.chineseYear })}
          </h2>
          <p className="text-ink-2">
            {t('ceremonies.tai-sui-days', { first: date(locale, table.begins), last: date(locale, table.ends) })}
            {' · '}
            {table.changedAt
              ? t('ceremonies.tai-sui-changed', { who: table.changedBy ?? '', at: dateTime(locale, table.changedAt) })
              : t('ceremonies.tai-sui-usual')}
          </p>
        </div>
        <ErrorSummary {...form.summary} />
        <div className="overflow-x-auto">
          <Table
            className="min-w-[40rem]"
            headClass="border-b border-line py-2"
            heads={[
              { text: t('ceremonies.tai-sui-sign'), className: 'pr-3 text-left' },
              ...ways.map((way) => ({
                text: t(`ceremonies.tai-sui-${way}`),
                className: 'px-2 text-center font-semibold',
              })),
            ]}
          >
            {table.signs.map((one) => (
              <tr key={one.sign} className="border-b border-line last:border-0">
                <th scope="row" className="py-1 pr-3 text-left font-semibold">
                  {t(`form.sign-${one.sign}`)}
                </th>
                {ways.map((way) => (
                  <td key={way} className="px-2 text-center">
                    <label className="inline-grid h-11 w-11 place-items-center">
                      <input
                        type="checkbox"
                        className="h-6 w-6 accent-cinnabar"
                        aria-label={t('ceremonies.tai-sui-box', {
                          sign: t(`form.sign-${one.sign}`),
                          way: t(`ceremonies.tai-sui-${way}`),
                        })}
                        checked={ticked[one.sign]?.includes(way) ?? false}
                        onChange={() => toggle(one.sign, way)}
                      />
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </Table>
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          {!same(ticked, usual) && (
            <Button onClick={() => form.set({ ticked: usual })}>{t('ceremonies.tai-sui-back')}</Button>
          )}
          <Button type="submit" kind="primary" pending={form.pending} disabled={!changed}>
            {t('ceremonies.tai-sui-save')}
          </Button>
        </div>
      </Panel>
    </form>
  )
}

function tickedOf(table: TaiSuiTable, what: 'ways' | 'usual'): Ticked {
  return Object.fromEntries(table.signs.map((one) => [one.sign, one[what]]))
}

function same(a: Ticked, b: Ticked): boolean {
  return Object.keys(a).every((sign) => a[sign]?.join() === b[sign]?.join())
}
