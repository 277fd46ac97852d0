import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { FormDefinition } from '../domain/form/definition.ts'
import { cartOf, lampItem } from '../site/testing/samples.ts'
import { answerCalls, showPage } from '../site/testing/show-page.tsx'
import OfferingPage from './blessing-service-key.tsx'
import type { Offering } from '../features/offering/use-order.ts'

const words = (en: string) => ({ en, zh: en })
const form: FormDefinition = {
  key: 'lamp',
  version: 1,
  fields: [
    {
      key: 'people',
      type: 'people',
      label: words('Whose names shall we pray for?'),
      required: true,
      min: 1,
      max: 6,
      takes: 'living',
      requireOneOf: ['chineseName', 'name'],
      fields: [
        { key: 'chineseName', type: 'chineseName', label: words('Chinese name'), maxLength: 20 },
        { key: 'name', type: 'name', label: words('English name') },
        { key: 'born', type: 'birthDate', label: words('Birth date') },
      ],
    },
    { key: 'wish', type: 'text', label: words('Dedication'), maxLength: 40 },
  ],
}
const option = { chineseTitle: '合家灯', description: '', terms: ['once' as const] }
const lamp: Offering = {
  id: 'o1',
  key: 'light-lamp',
  category: { key: 'lamp', title: 'Lamps' },
  title: 'Blessing lamp',
  chineseTitle: '光明灯',
  summary: '',
  html: '',
  art: 'lamp',
  state: 'open',
  form,
  options: [
    { ...option, id: 'one', key: 'one', title: 'One person', price: 3800, nameCapacity: 1 },
    { ...option, id: 'family', key: 'family', title: 'Family', price: 8800, nameCapacity: 6 },
  ],
}
const item = {
  ...lampItem,
  offeringId: 'o1',
  optionId: 'family',
  form: { people: [{ chineseName: '陈𠮷玲' }, { name: 'Lim' }], wish: '平安' },
}
const cart = cartOf(item)

const page = (data: Offering = lamp, search = '') =>
  showPage(OfferingPage, { id: 'blessing-service-key', path: '/blessing-service/light-lamp', data, search })
/** The test machine may be busy, which makes typing slow. */

function nth<Element>(list: readonly Element[], i: number): Element {
  const found = list[i]
  if (!found) throw new Error(`there are only ${list.length}`)
  return found
}

const chineseNames = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Chinese name' })
const send = () => userEvent.click(nth(screen.getAllByRole('button', { name: 'Add to cart' }), 0))
const summary = () =>
  within(screen.getByRole('alert'))
    .getAllByRole('link')
    .map((link) => link.textContent)
const quiet = () => vi.mocked(console.warn).mockClear()

beforeEach(() => {
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const sendMessage = () => userEvent.click(screen.getByRole('button', { name: 'Send message' }))

describe('the form of an offering', () => {
  test('an order form sends names as typed, and goes to the cart', async () => {
    const sent = answerCalls([200, cart])
    const { navigate } = page()
    await userEvent.click(screen.getByRole('radio', { name: /Family/ }))
    await userEvent.type(nth(chineseNames(), 0), ' 陈𠮷玲')
    await userEvent.click(screen.getByRole('button', { name: /Add another person/ }))
    expect(chineseNames()[1]).toHaveFocus()
    await userEvent.type(nth(screen.getAllByRole('textbox', { name: 'English name' }), 1), "D'Cruz s/o Raj")
    await send()
    expect(sent).toMatchObject([
      {
        call: 'POST /api/cart',
        body: {
          currency: 'SGD',
          items: [
            {
              offeringId: 'o1',
              optionId: 'family',
              quantity: 1,
              term: 'once',
              form: { people: [{ chineseName: ' 陈𠮷玲' }, { name: "D'Cruz s/o Raj" }] },
            },
          ],
        },
      },
    ])
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
    await waitFor(() => expect(navigate).toHaveBeenCalledWith('/cart'))
    expect(sessionStorage).toHaveLength(0)
  })

  test('an order form previews the names on the slip while typing', async () => {
    page()
    await userEvent.type(nth(chineseNames(), 0), '陈𠮷玲')
    expect(within(nth(screen.getAllByRole('figure'), 0)).getByText('陈𠮷玲')).toBeInTheDocument()
  })

  test('an order form lists errors with links to the fields, and sends nothing', async () => {
    const sent = answerCalls()
    page()
    await send()
    expect(summary()).toEqual(['Chinese name: Enter a Chinese name, an English name, or both.'])
    expect(screen.getByRole('alert').parentElement).toHaveFocus()
    await userEvent.click(within(screen.getByRole('alert')).getByRole('link'))
    expect(chineseNames()[0]).toHaveFocus()
    await userEvent.type(nth(chineseNames(), 0), '陈')
    expect(screen.getByRole('alert')).toBeInTheDocument()
    await userEvent.tab()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(sent).toEqual([])
  })

  test('an order form limits the number of people to the capacity of the option', async () => {
    page()
    await userEvent.click(screen.getByRole('radio', { name: /Family/ }))
    await userEvent.click(screen.getByRole('button', { name: /Add another person/ }))
    await userEvent.type(nth(chineseNames(), 0), '陈')
    await userEvent.type(nth(chineseNames(), 1), '林')
    await userEvent.click(screen.getByRole('radio', { name: /One person/ }))
    await send()
    expect(summary()).toEqual([
      'Whose names shall we pray for?'.slice(0, -1) + ': There are too many names: at most 1.',
    ])
    expect(chineseNames().map((field) => field.value)).toEqual(['陈', '林'])
  })

  test('an order form keeps an error at its person when another is removed', async () => {
    page()
    await userEvent.click(screen.getByRole('radio', { name: /Family/ }))
    await userEvent.click(screen.getByRole('button', { name: /Add another person/ }))
    await userEvent.type(nth(chineseNames(), 0), '陈')
    await send()
    expect(summary()).toEqual(['Person 2, Chinese name: Enter a Chinese name, an English name, or both.'])
    await userEvent.click(screen.getByRole('button', { name: 'Remove Person 1' }))
    expect(chineseNames()).toHaveLength(1)
    expect(chineseNames()[0]).toBeInvalid()
    expect(screen.getByRole('heading', { name: /Whose names/ })).toHaveFocus()
  })

  test('an order form shows the server’s errors at their fields', async () => {
    answerCalls(
      [
        400,
        {
          code: 'invalid-fields',
          title: 'Please check.',
          errors: [
            { field: 'items[0].form.people[0].born', code: 'bad-date', title: 'No such date.' },
            { field: 'items[0].optionId', code: 'item-sold-out', title: 'Fully booked.' },
          ],
        },
      ],
      [404],
    )
    page()
    await userEvent.type(nth(chineseNames(), 0), '陈')
    await send()
    await waitFor(() => expect(summary()).toEqual(['Fully booked.', 'Birth date: No such date.']))
    expect(chineseNames()[0]).toHaveValue('陈')
    await userEvent.type(screen.getByLabelText('Day'), '3')
    expect(summary()).toEqual(['Fully booked.'])
  })

  test('an order form keeps everything when there is no answer, and resends with the same key', async () => {
    const sent = answerCalls('no answer', 'no answer', 'no answer', [200, cart])
    page()
    await userEvent.type(nth(chineseNames(), 0), '陈')
    await send()
    expect(await screen.findByText(/could not reach the temple/)).toBeInTheDocument()
    expect(chineseNames()[0]).toHaveValue('陈')
    await send()
    const posts = sent.filter(({ call }) => call.startsWith('POST'))
    expect(posts).toHaveLength(2)
    expect(posts[0]?.key).toBe(posts[1]?.key)
    quiet()
  })

  test.each([400, 401, 403, 404, 500, 502])(
    'an order form keeps what was typed when the cart answers %i',
    async (status) => {
      answerCalls([status, { code: 'x', title: 'X' }], [404])
      page()
      await userEvent.click(nth(chineseNames(), 0))
      await userEvent.paste('陈𠮷玲')
      await send()
      expect(await screen.findByRole('alert')).toHaveTextContent(
        status === 400 || status === 500 ? 'X' : /could not reach/,
      )
      expect(chineseNames()[0]).toHaveValue('陈𠮷玲')
      quiet()
    },
  )

  test('an order form keeps what was typed for a cart item that no longer exists', async () => {
    answerCalls([200, cart], [404], [404])
    page(lamp, '?item=i1')
    await waitFor(() => expect(chineseNames()[0]).toHaveValue('陈𠮷玲'))
    await userEvent.type(nth(chineseNames(), 0), '芳')
    await userEvent.click(nth(screen.getAllByRole('button', { name: 'Save changes' }), 0))
    expect(await screen.findByText(/no longer in your cart/)).toBeInTheDocument()
    expect(chineseNames()[0]).toHaveValue('陈𠮷玲芳')
  })

  test('an order form keeps what was typed in this tab until the user starts over', async () => {
    const first = page()
    await userEvent.click(screen.getByRole('radio', { name: /Family/ }))
    await userEvent.type(nth(chineseNames(), 0), '陈𠮷玲')
    first.unmount()
    page()
    expect(chineseNames()[0]).toHaveValue('陈𠮷玲')
    expect(screen.getByRole('radio', { name: /Family/ })).toBeChecked()
    await userEvent.click(screen.getByRole('button', { name: 'Start again' }))
    expect(chineseNames()[0]).toHaveValue('')
    expect(sessionStorage).toHaveLength(0)
  })

  test('an order form opens a cart item and saves it under its id', async () => {
    const sent = answerCalls([200, cart], [200, cart])
    page(lamp, '?item=i1')
    await waitFor(() => expect(chineseNames()[0]).toHaveValue('陈𠮷玲'))
    expect(screen.getByRole('textbox', { name: /Dedication/ })).toHaveValue('平安')
    await userEvent.type(nth(screen.getAllByRole('textbox', { name: 'English name' }), 0), 'Tan')
    await userEvent.click(nth(screen.getAllByRole('button', { name: 'Save changes' }), 0))
    expect(sent[1]).toMatchObject({
      body: {
        items: [
          {
            id: 'i1',
            optionId: 'family',
            form: { people: [{ chineseName: '陈𠮷玲', name: 'Tan' }, { name: 'Lim' }], wish: '平安' },
          },
        ],
      },
    })
  })

  test('an order form reports that its cart item no longer exists, and can add it again', async () => {
    answerCalls([404])
    page(lamp, '?item=i9')
    expect(await screen.findByText(/no longer in your cart/)).toBeInTheDocument()
    expect(screen.getAllByRole('button', { name: 'Add to cart' })).not.toHaveLength(0)
  })

  test('an order form takes an open amount in dollars and sends cents', async () => {
    const sent = answerCalls([200, cart])
    page({
      ...lamp,
      form: null,
      options: [{ ...option, id: 'any', key: 'any', title: 'Any amount', min: 1000, max: 50000 }],
    })
    const amount = screen.getByRole('textbox', { name: 'Amount in Singapore dollars' })
    await userEvent.type(amount, '9.99')
    await send()
    expect(summary()).toEqual(['The smallest amount is S$10.'])
    await userEvent.clear(amount)
    await userEvent.type(amount, '20.50')
    await send()
    expect(sent[0]).toMatchObject({ body: { items: [{ optionId: 'any', quantity: 1, amount: 2050 }] } })
  })

  test('an order form without names offers a quantity', async () => {
    const sent = answerCalls([200, cart])
    page({
      ...lamp,
      form: null,
      options: [{ ...option, id: 'oil', key: 'oil', title: 'One bottle', price: 1000, remaining: 2 }],
    })
    const more = screen.getByRole('button', { name: 'How many: one more' })
    await userEvent.click(more)
    await userEvent.click(more)
    await send()
    expect(sent[0]).toMatchObject({ body: { items: [{ quantity: 2 }] } })
  })

  test('an enquiry form is sent to the office, and shows a reference', async () => {
    const sent = answerCalls(
      [
        400,
        {
          code: 'invalid-fields',
          title: '',
          errors: [{ field: 'values.mobile', code: 'mobile-invalid', title: 'No such number.' }],
        },
      ],
      'no answer',
      [200, { id: 'e1', status: 'awaiting', reference: 'K7M2Q9XR4T' }],
    )
    page({
      ...lamp,
      key: 'columbarium',
      enquiryOnly: true,
      options: [],
      form: {
        key: 'columbarium',
        version: 1,
        fields: [
          { key: 'name', type: 'name', label: words('Your name'), required: true },
          { key: 'mobile', type: 'text', label: words('Mobile number') },
          {
            key: 'departed',
            type: 'people',
            label: words('Names'),
            takes: 'departed',
            fields: [{ key: 'chineseName', type: 'chineseName', label: words('Chinese name') }],
          },
        ],
      },
    })
    expect(screen.queryByRole('button', { name: 'Add to cart' })).toBeNull()
    await sendMessage()
    expect(summary()).toEqual(['Your name: Please fill this in.'])
    await userEvent.type(screen.getByLabelText('Your name'), '陈𠮷龙')
    await userEvent.type(screen.getByLabelText(/Mobile number/), '999')
    await userEvent.type(screen.getByLabelText(/Chinese name/), '陈䶮')
    await sendMessage()
    await waitFor(() => expect(summary()).toEqual(['Mobile number: No such number.']))
    await userEvent.type(screen.getByLabelText(/Mobile number/), '9')
    expect(screen.getByLabelText(/Mobile number/)).not.toHaveAttribute('aria-invalid', 'true')
    await sendMessage()
    expect(await screen.findByText(/could not be sent.*6000 0000/)).toBeVisible()
    vi.mocked(console.error).mockClear() // the missing answer is logged
    expect(screen.getByLabelText('Your name')).toHaveValue('陈𠮷龙')
    await sendMessage()
    expect(await screen.findByText('K7M2Q9XR4T')).toBeVisible()
    expect(sent.map(({ call }) => call)).toEqual(Array(3).fill('POST /api/form/awaiting'))
    expect(sent[2]?.key).toBe(sent[1]?.key)
    expect(sent[2]?.body).toEqual({
      form: 'columbarium',
      values: { name: '陈𠮷龙', mobile: '+65 9999', departed: [{ chineseName: '陈䶮' }] },
    })
  })

  test.each([
    ['soon', { opensAt: '2027-02-01T01:00:00Z' }, 'Orders open on 1 Feb 2027, 9:00 am'],
    ['closed', { closesAt: '2026-08-01T01:00:00Z' }, 'Orders closed on 1 Aug 2026'],
    ['sold-out', {}, 'Fully booked'],
  ] as const)('an offering that is %s explains why and cannot be ordered', (state, more, text) => {
    page({ ...lamp, state, ...more })
    expect(screen.getAllByText(text)).not.toHaveLength(0)
    expect(screen.queryByRole('button', { name: 'Add to cart' })).toBeNull()
  })
})
