import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { serve } from '../../testing/serve.ts'
import { showOffice } from '../../testing/show-office.tsx'
import { PhoneLinks, type PhoneLink } from './phone-links.tsx'

const sources = import.meta.glob<string>('/src/office/**/*.tsx', { eager: true, query: '?raw', import: 'default' })

const links: PhoneLink = {
  of: 'invoice:v1',
  about: 'unpaid',
  number: '+6591234567',
  whatsApp: 'https://wa.me/6591234567?text=Dear%20Tan',
}

afterEach(() => vi.unstubAllGlobals())

describe.each(['en', 'zh'] as const)('a telephone number in %s', (locale) => {
  it.each(['answered', 'no answer'] as const)(
    'a telephone number offers call and chat links and records their use, %s',
    async (how) => {
      const sent = serve({ 'POST /api/admin/chat': how === 'answered' ? [200, { noted: true }] : 'no answer' })
      showOffice(<PhoneLinks links={links} />, locale)
      const opened: string[] = []
      document.addEventListener('click', follow)
      function follow(event: MouseEvent) {
        const link = event.target instanceof Element && event.target.closest('a')
        if (link && !event.defaultPrevented) opened.push(link.href)
        event.preventDefault()
      }
      await userEvent.click(screen.getByRole('link', { name: /9123\u00a04567/ }))
      await userEvent.click(screen.getByRole('link', { name: /WhatsApp/ }))
      document.removeEventListener('click', follow)
      expect(opened).toEqual(['tel:+6591234567', links.whatsApp])
      expect(sent.map(({ call, body }) => [call, body])).toEqual([
        ['POST /api/admin/chat', { of: 'invoice:v1', about: 'unpaid', by: 'call' }],
        ['POST /api/admin/chat', { of: 'invoice:v1', about: 'unpaid', by: 'whatsapp' }],
      ])
      expect(screen.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute('rel', 'noopener noreferrer')
    },
  )
})

it('is a call link only when no mobile number is known, and is not shown when there is none', () => {
  const { whatsApp: _, ...landline } = { ...links, number: '+6567654321' }
  const { unmount } = showOffice(<PhoneLinks links={landline} />)
  expect(screen.getAllByRole('link')).toHaveLength(1)
  unmount()
  showOffice(<PhoneLinks links={undefined} />)
  expect(screen.queryByRole('link')).toBeNull()
})

// Pages on which staff may call a person use this component, and no office page has a telephone link of its own.
const places = [
  'ceremonies/entry-origin.tsx',
  'inbox/entry-head.tsx',
  'late/late-payment-page.tsx',
  'letters/letters-page.tsx',
  'members/imported-list.tsx',
  'members/member-list.tsx',
  'members/member-page.tsx',
  'members/members-page.tsx',
  'orders/order-page.tsx',
  'payments/payment-facts.tsx',
]

/** The office files that contain a text. */
const having = (words: string) =>
  Object.entries(sources)
    .filter(([name, text]) => !name.includes('.test.') && text.includes(words))
    .map(([name]) => name.replace('/src/office/', ''))
    .toSorted()

it('is shown wherever the office may call a person', () => {
  expect(having('<PhoneLinks')).toEqual(places)
  expect(having('tel:')).toEqual(['kit/person/phone-links.tsx'])
  expect(having('wa.me')).toEqual([])
})
