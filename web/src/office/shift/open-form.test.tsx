import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { makeT } from '../../i18n/messages.ts'
import { messages } from '../../site/testing/show-page.tsx'
import { serve } from '../testing/serve.ts'
import { showOffice } from '../testing/show-office.tsx'
import { OpenForm } from './open-form.tsx'

afterEach(() => vi.unstubAllGlobals())

it.each(['en', 'zh'] as const)(
  'Enter in an empty field does not open a cash box; an empty box needs a 0: %s',
  async (locale) => {
    const t = makeT(locale, messages[locale])
    const sent = serve({ 'POST /api/admin/shift': [200, {}] })
    showOffice(<OpenForm onOpened={() => {}} />, locale)
    const field = screen.getByRole('textbox', { name: t('shift.float') })
    const form = field.closest('form')
    if (!form) throw new Error('no form')
    fireEvent.submit(form)
    expect(screen.getByText(t('shift.float-missing'))).toBeInTheDocument()
    fireEvent.click(screen.getByRole('radio', { name: t('shift.float-count') }))
    fireEvent.submit(form)
    expect(screen.getByText(t('shift.float-missing'), { selector: 'form [role=alert]' })).toBeInTheDocument()
    expect(sent).toEqual([])
    fireEvent.click(screen.getByRole('radio', { name: t('shift.float-sum') }))
    fireEvent.change(screen.getByLabelText(t('shift.float')), { target: { value: '0' } })
    fireEvent.submit(form)
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ float: 0 }]))
  },
)
