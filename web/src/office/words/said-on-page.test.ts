import { expect, it } from 'vitest'
import { rangesOfSentence } from './said-on-page.ts'

const pageOf = (html: string) => new DOMParser().parseFromString(html, 'text/html')
const said = (html: string, ...sentences: string[]) => rangesOfSentence(pageOf(html), sentences).map(String)

it('finds a text with filled-in values, preferring one that stands alone over one inside another', () => {
  expect(said('<p>3 items are kept until 11:20 am.</p>', '{count} items are kept until {time}.')).toEqual([
    '3 items are kept until 11:20 am.',
  ])
  expect(said('<p>See your Cart here</p><a>Cart</a>', 'Cart')).toEqual(['Cart'])
  expect(said('<h1>点一盏灯，<br>祈一份平安</h1>', '点一盏灯，祈一份平安')).toEqual(['点一盏灯，祈一份平安'])
  expect(said('<p>$5.00</p>', '{price}')).toEqual([])
})
