import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import type { FormField } from '../domain/form/definition.ts'
import type { Answer } from '../domain/form/draft.ts'
import { LanguageProvider } from '../i18n/context.tsx'
import { messages } from '../site/testing/show-page.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AnswerField } from './answer-field.tsx'

const show = (children: ReactNode) =>
  render(
    <LanguageProvider locale="zh" messages={messages.zh}>
      {children}
    </LanguageProvider>,
  )
const said = () => screen.queryByText(messages.zh['common.identity-number'] ?? '')

function Asked({ type, before = '' }: { type: FormField['type']; before?: Answer }) {
  const [answer, setAnswer] = useState<Answer>(before)
  const field: FormField = { key: 'a', type, label: { en: 'Field', zh: '栏' } }
  return <AnswerField id="a" field={field} showOptional={false} answer={answer} onAnswer={setAnswer} />
}

// Every kind of field for free text.
it.each<[string, ReactNode]>([
  ['a name', <Asked key="1" type="name" />],
  ['a Chinese name', <Asked key="2" type="chineseName" />],
  ['a wish', <Asked key="3" type="text" />],
  ['a relation', <Asked key="4" type="relation" />],
  ['a note of the office that React does not hold', <TextArea key="5" label="栏" />],
  ['a line that React does not hold', <TextField key="6" label="栏" />],
])('warns about an NRIC or FIN in %s, without refusing it', async (_, field) => {
  show(field)
  const box = screen.getByLabelText('栏', { exact: false })
  await userEvent.type(box, '陈美玲 Ｓ１２３４５６７')
  expect(said()).toBeNull()
  await userEvent.type(box, 'Ｄ')
  expect(said()).toBeVisible()
  expect(box).toHaveAccessibleDescription(expect.stringContaining('NRIC'))
  expect(box).not.toBeInvalid()
  await userEvent.type(box, '{Backspace}{Backspace}')
  expect(said()).toBeNull()
})

it('warns about one in restored values too, and never reads a password field', async () => {
  show(
    <>
      <Asked type="name" before="Tan T7654321J" />
      <TextField label="密码" type="password" />
    </>,
  )
  expect(said()).toBeVisible()
  await userEvent.type(screen.getByLabelText('密码'), 'S1234567D')
  expect(screen.getAllByText(messages.zh['common.identity-number'] ?? '')).toHaveLength(1)
})
