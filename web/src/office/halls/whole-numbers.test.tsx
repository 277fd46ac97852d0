import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeT } from '../../i18n/messages.ts'
import { messages } from '../../site/testing/show-page.tsx'
import { dismissToast, toastStore } from '../../ui/toast-store.ts'
import { serve } from '../testing/serve.ts'
import { showOffice } from '../testing/show-office.tsx'
import type { Tower } from './hall-queries.ts'
import { SellForm } from './sell-form.tsx'
import { TowerForm } from './tower-form.tsx'

const tower = { id: 't1', rows: 12 } as unknown as Tower
const option = { id: 'o1', title: { en: 'Lamp', zh: '灯' }, optionTitle: { en: 'Family', zh: '全家' } }

afterEach(() => {
  vi.unstubAllGlobals()
  for (const { id } of toastStore.current()) dismissToast(id)
})

describe.each(['en', 'zh'] as const)('whole numbers in the form of a hall in %s', (locale) => {
  const t = makeT(locale, messages[locale])
  const forms = [
    {
      fields: ['halls.from-row', 'halls.to-row', 'halls.lasts'] as const,
      names: ['fromRow', 'toRow', 'lastsMonths'],
      save: 'common.save' as const,
      open: async () => {
        showOffice(<SellForm tower={tower} onClose={() => {}} />, locale)
        await userEvent.selectOptions(await screen.findByLabelText(t('halls.sold-for')), 'o1')
      },
    },
    {
      fields: ['halls.rows', 'halls.units', 'halls.x', 'halls.y'] as const,
      names: ['rows', 'units', 'x', 'y'],
      save: 'halls.add-tower' as const,
      open: async () => {
        showOffice(<TowerForm hall="main" onDone={() => {}} onClose={() => {}} />, locale)
        for (const field of ['halls.rows', 'halls.units'] as const) {
          await userEvent.type(screen.getByLabelText(t(field)), '9')
        }
      },
    },
  ]
  const cases = forms.flatMap((form) => form.fields.map((field, i) => ({ ...form, field, name: form.names[i] ?? '' })))

  it.each(cases)(
    'the whole number $field of a hall is sent as typed, or not at all',
    async ({ field, name, save, open }) => {
      const sent = serve({
        'GET /api/admin/hall-option': [200, { items: [option] }],
        'POST /api/admin/tower/t1/sell': [200, { changed: 12, taken: 0 }],
      })
      await open()
      const control = screen.getByLabelText(t(field), { exact: false })
      for (const [typed, key] of [
        ['', 'fault.required'],
        ['十二', 'fault.whole-number'],
        ['1.5', 'fault.whole-number'],
      ] as const) {
        await userEvent.clear(control)
        if (typed) await userEvent.type(control, typed)
        await userEvent.click(screen.getByRole('button', { name: t(save) }))
        expect(sent).toEqual([])
        expect(control).toHaveAccessibleDescription(expect.stringContaining(t(key)))
        expect(control).toHaveValue(typed)
      }
      await userEvent.clear(control)
      await userEvent.type(control, '１２')
      await userEvent.click(screen.getByRole('button', { name: t(save) }))
      expect(sent[0]?.body).toMatchObject({ [name]: 12 })
    },
  )
})
