import { fireEvent, render, screen } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { LanguageProvider } from '../i18n/context.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'
import { messages } from '../site/testing/show-page.tsx'

const show = (children: ReactNode) =>
  render(
    <LanguageProvider locale="en" messages={messages.en}>
      {children}
    </LanguageProvider>,
  )
const type = (text: string) => fireEvent.input(screen.getByLabelText('Note'), { target: { value: text } })

function Held() {
  const [value, setValue] = useState('')
  return <TextArea label="Note" maxLength={500} value={value} onChange={({ target }) => setValue(target.value)} />
}

it.each([
  ['a text that React holds', <Held key="1" />],
  ['a text of the browser', <TextArea key="2" label="Note" maxLength={500} />],
  ['a line', <TextField key="3" label="Note" maxLength={500} />],
])('shows the remaining length in %s, and at the limit that the end may be missing', (_, field) => {
  show(field)
  type('a'.repeat(449))
  expect(screen.queryByRole('status')).toBeNull()
  type('a'.repeat(499))
  expect(screen.getByRole('status')).toHaveTextContent('1 more character fits.')
  type('a'.repeat(500))
  expect(screen.getByRole('status')).toHaveTextContent('This is full: 500 characters.')
  expect(screen.getByLabelText('Note')).toHaveAccessibleDescription(/check that the end of your text is there/)
})

it('shows nothing for numbers or codes of a few characters', () => {
  show(<TextField label="Note" maxLength={4} />)
  type('2026')
  expect(screen.queryByRole('status')).toBeNull()
})
