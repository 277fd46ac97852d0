import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Contact } from '../features/contact/contact.ts'
import type { FormDefinition } from '../domain/form/definition.ts'
import { answerCalls, showPage } from '../site/testing/show-page.tsx'
import ContactPage from './contact-us.tsx'

const words = (en: string) => ({ en, zh: en })
const form: FormDefinition = {
  key: 'contact',
  version: 1,
  requireOneOf: ['mobile', 'email'],
  fields: [
    { key: 'name', type: 'name', label: words('Your name'), required: true },
    { key: 'mobile', type: 'text', label: words('Mobile number'), maxLength: 30 },
    { key: 'email', type: 'text', label: words('E-mail address'), maxLength: 254 },
    { key: 'message', type: 'text', label: words('Your message'), required: true, maxLength: 2000 },
    { key: 'consent', type: 'consent', label: words('You may answer me.'), required: true },
  ],
}
const contact: Contact = {
  form,
  hours: '7 to 5',
  lunarDay: { date: '2026-11-23', lunar: '十月十五', hours: '07:00 – 20:00' },
  whatsApp: '+65 8000 0000',
  email: 'hello@temple.example',
  directions: '8 minutes’ walk',
  way: { html: '<h2>By bus</h2><p>18</p>', otherLanguage: false },
}
const page = (data = contact) => showPage(ContactPage, { id: 'contact-us', path: '/contact-us', data })
/** The test machine may be busy, which makes typing slow. */

async function write(message = 'May we come?') {
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Your name'), '陈𠮷龙')
  await user.type(screen.getByLabelText('Mobile number'), '9123 4567')
  await user.type(screen.getByLabelText('Your message'), message)
  await user.click(screen.getByLabelText('You may answer me.'))
  return user
}
const send = () => screen.getByRole('button', { name: 'Send message' })

beforeEach(() => sessionStorage.clear())

describe('ways to contact the temple', () => {
  test('telephone, WhatsApp, e-mail and a map are links', () => {
    page()
    expect(screen.getByRole('link', { name: '6000 0000' })).toHaveAttribute('href', 'tel:60000000')
    expect(screen.getByRole('link', { name: 'Write on WhatsApp' })).toHaveAttribute('href', 'https://wa.me/6580000000')
    expect(screen.getByRole('link', { name: 'hello@temple.example' })).toHaveAttribute(
      'href',
      'mailto:hello@temple.example',
    )
    const map = screen.getByRole('link', { name: 'Open in your map app' })
    expect(map).toHaveAttribute('target', '_blank')
    expect(map).toHaveAttribute('rel', 'noopener')
    expect(map.getAttribute('href')).toMatch(/^https:\/\/maps\.google\.com\/\?q=/)
    expect(screen.getByRole('img', { name: 'Drawing of a path that leads to the temple.' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 3, name: 'By bus' })).toBeVisible()
    expect(screen.getByText('十月十五').parentElement).toHaveTextContent('23 Nov 2026 十月十五: 7:00 am – 8:00 pm')
  })

  test('contact details that the temple has not set are not shown', () => {
    page({ ...contact, form: null, whatsApp: '', email: '', way: null, lunarDay: null })
    expect(screen.queryByText('Write on WhatsApp')).toBeNull()
    expect(screen.queryByText('Send message')).toBeNull()
    expect(screen.getByText(/To reach us/)).toBeVisible()
  })
})

describe('the contact form', () => {
  test('the contact form sends the message, and shows its reference', async () => {
    const sent = answerCalls([200, { id: '1', status: 'awaiting', reference: 'TM26K7Q4X9' }])
    page()
    const user = await write()
    await user.click(send())
    expect(await screen.findByText('TM26K7Q4X9')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'We have your message' })).toHaveFocus()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      call: 'POST /api/form/awaiting',
      body: {
        form: 'contact',
        values: { name: '陈𠮷龙', mobile: '+65 9123 4567', message: 'May we come?', consent: true },
      },
    })
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
    await user.click(screen.getByRole('button', { name: 'Write another message' }))
    expect(screen.getByLabelText('Your message')).toHaveValue('')
  })

  test('the phone field starts with Singapore’s country code, which does not count as input and can be deleted', async () => {
    const sent = answerCalls([200, { id: '1', status: 'awaiting', reference: 'TM26K7Q4X9' }])
    page()
    const user = userEvent.setup()
    const mobile = screen.getByLabelText('Mobile number')
    expect(mobile).toHaveValue('+65 ')
    await user.type(screen.getByLabelText('Your name'), 'Tan')
    await user.type(mobile, ' ')
    await user.click(send())
    expect(screen.getByRole('alert')).toHaveTextContent('Mobile number: Please fill in at least one')
    await user.clear(mobile)
    expect(mobile).toHaveValue('')
    await user.type(mobile, '+60 12 345 6789')
    await user.type(screen.getByLabelText('Your message'), 'May we come?')
    await user.click(screen.getByLabelText('You may answer me.'))
    await user.click(send())
    expect(await screen.findByText('TM26K7Q4X9')).toBeVisible()
    expect(sent[0]?.body).toMatchObject({ values: { mobile: '+60 12 345 6789' } })
    await user.click(screen.getByRole('button', { name: 'Write another message' }))
    expect(screen.getByLabelText('Mobile number')).toHaveValue('+65 ')
  })

  test('the contact form lists missing fields before anything is sent', async () => {
    const sent = answerCalls()
    page()
    await userEvent.click(send())
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Mobile number: Please fill in at least one of these: Mobile number / E-mail address.',
    )
    // In form order, although the number is validated last.
    expect(screen.getAllByRole('link', { name: /: / }).map((link) => link.textContent?.split(':')[0])).toEqual([
      'Your name',
      'Mobile number',
      'Your message',
      'You may answer me',
    ])
    expect(screen.getByLabelText('Your name')).toHaveAttribute('aria-invalid', 'true')
    expect(sent).toHaveLength(0)
  })

  test('the contact form shows a server error at its field', async () => {
    answerCalls([
      400,
      {
        code: 'invalid-fields',
        title: 'Please check.',
        errors: [{ field: 'values.mobile', code: 'mobile-invalid', title: 'No such number.' }],
      },
    ])
    page()
    const user = await write()
    await user.click(send())
    await waitFor(() => expect(screen.getByLabelText('Mobile number')).toHaveAttribute('aria-invalid', 'true'))
    expect(screen.getByRole('link', { name: 'Mobile number: No such number.' })).toBeVisible()
    expect(screen.getByLabelText('Your message')).toHaveValue('May we come?')
    await user.type(screen.getByLabelText('Mobile number'), '8')
    expect(screen.getByLabelText('Mobile number')).not.toHaveAttribute('aria-invalid')
  })

  test('after too many messages the contact form shows the server’s text on the page', async () => {
    answerCalls([400, { code: 'too-many-messages', title: 'Please wait 10 minutes.', retryAfter: 600 }])
    page()
    const user = await write()
    await user.click(send())
    expect(await screen.findByRole('alert')).toHaveTextContent('Please wait 10 minutes.')
  })

  test('the contact form keeps the text when there is no answer, and resends it under the same key', async () => {
    const sent = answerCalls('no answer', [200, { id: '1', status: 'awaiting', reference: 'TM26K7Q4X9' }])
    page()
    const user = await write()
    await user.click(send())
    expect(await screen.findByRole('alert')).toHaveTextContent('6000 0000')
    await user.click(send())
    await screen.findByText('TM26K7Q4X9')
    expect(sent[1]?.key).toBe(sent[0]?.key)
    vi.mocked(console.error).mockClear() // the missing answer is logged
  })

  test('the contact form sends no typing time for text that is older than the page', async () => {
    const first = page()
    await write()
    first.unmount()
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url)
      return new Response(JSON.stringify({ id: '1', status: 'awaiting', reference: 'TM26K7Q4X9' }), { status: 200 })
    })
    page()
    await screen.findByText('We kept what you wrote here before.')
    await userEvent.click(send())
    await screen.findByText('TM26K7Q4X9')
    expect(asked).toEqual([expect.stringMatching(/[?&]took=0$/)])
  })

  test('the contact form keeps the text after leaving the page, until it is sent', async () => {
    const first = page()
    await write('About niches')
    first.unmount()
    page()
    expect(await screen.findByText('We kept what you wrote here before.')).toBeVisible()
    expect(screen.getByLabelText('Your message')).toHaveValue('About niches')
    await userEvent.click(screen.getByRole('button', { name: 'Start again' }))
    expect(screen.getByLabelText('Your message')).toHaveValue('')
    expect(sessionStorage).toHaveLength(0)
  })
})
