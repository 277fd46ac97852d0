// Writes internal/offer/event/rule/testdata/second-calendar.txt: the lunar months of 1901 to 2099 computed
// astronomically by ICU. The program's own calendar has another source and is compared with this one.
// A line for each year: its first day, its leap month (0: none), and a digit for each month: 1 has 30 days.
import { writeFileSync } from 'node:fs'

const format = new Intl.DateTimeFormat('en-u-ca-chinese', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
})
const dayLength = 86_400_000

function lunarOf(at) {
  const parts = Object.fromEntries(format.formatToParts(at).map((part) => [part.type, part.value]))
  return { year: Number(parts.relatedYear), month: parts.month, day: Number(parts.day) }
}

const years = new Map()
let length = 0
let before
const end = Date.UTC(2100, 2, 1)
for (let at = Date.UTC(1901, 0, 1); at < end; at += dayLength) {
  const now = lunarOf(at)
  if (now.day === 1) {
    if (before) years.get(before.year)?.months.push(length === 30 ? 1 : 0)
    if (now.month === '1') years.set(now.year, { first: new Date(at).toISOString().slice(0, 10), leap: 0, months: [] })
    const year = years.get(now.year)
    if (year && now.month.endsWith('bis')) year.leap = Number.parseInt(now.month)
    before = now
    length = 0
  }
  length++
}
const lines = [...years]
  .filter(([year]) => year >= 1901 && year <= 2099)
  .map(([year, { first, leap, months }]) => `${year} ${first} ${leap} ${months.join('')}`)
const out = new URL('../internal/offer/event/rule/testdata/second-calendar.txt', import.meta.url)
writeFileSync(out, `${lines.join('\n')}\n`)
