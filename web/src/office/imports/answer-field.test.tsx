import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { makeT } from '../../i18n/messages.ts'
import { messages } from '../../site/testing/show-page.tsx'
import { showOffice } from '../testing/show-office.tsx'
import { AnswerField } from './answer-field.tsx'

it.each(['en', 'zh'] as const)('warns about an identity number typed as a corrected value, in %s', async (locale) => {
  const t = makeT(locale, messages[locale])
  showOffice(<AnswerField label="Name" value="Tan" pending={false} onSet={() => {}} />, locale)
  const field = screen.getByLabelText('Name')
  expect(screen.queryByText(t('common.identity-number'))).toBeNull()
  await userEvent.type(field, ' Ｓ1234567D')
  expect(field).toHaveAccessibleDescription(t('common.identity-number'))
})
