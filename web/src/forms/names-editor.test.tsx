import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { showPage } from '../site/testing/show-page.tsx'
import type { FormDefinition } from '../domain/form/definition.ts'
import { NamesEditor } from './names-editor.tsx'

const words = (en: string) => ({ en, zh: en })
const definition: FormDefinition = {
  key: 'prayer',
  version: 1,
  fields: [
    { key: 'date', type: 'text', label: words('Preferred day'), required: true },
    {
      key: 'people',
      type: 'people',
      label: words('For whom?'),
      takes: 'living',
      requireOneOf: ['chineseName', 'name'],
      fields: [
        { key: 'chineseName', type: 'chineseName', label: words('Chinese name') },
        { key: 'name', type: 'name', label: words('Name') },
        { key: 'relation', type: 'relation', label: words('Relation') },
        {
          key: 'gender',
          type: 'choice',
          label: words('Gender'),
          required: true,
          options: [{ key: 'f', label: words('Female') }],
        },
        { key: 'birth', type: 'birthDate', label: words('Birth date'), required: true },
      ],
    },
  ],
}

test('errors of names are listed in the order of the fields', async () => {
  showPage(
    () => (
      <NamesEditor
        definition={definition}
        form={{ people: [{ relation: 'Mother' }] }}
        labelledBy="x"
        send={() => Promise.reject(new Error('not sent'))}
        onSaved={() => undefined}
        onLeave={() => undefined}
      />
    ),
    { id: 'home', path: '/', data: null },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Save names' }))
  const lines = [...screen.getByRole('alert').querySelectorAll('a')]
  expect(lines.map((line) => line.hash)).toEqual(
    ['chineseName', 'gender', 'birth'].map((field) => expect.stringContaining(`-${field}`)).concat('#form-date'),
  )
})
