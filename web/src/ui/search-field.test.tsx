import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

const onSearch = vi.fn<(search: string) => void>()

function Box() {
  const [value, setValue] = useState('')
  return (
    <>
      <SearchField
        id="s"
        label="Search"
        value={value}
        onSearch={(search) => {
          onSearch(search)
          setValue(search)
        }}
      />
      <button type="button" onClick={() => setValue('')}>
        Show all
      </button>
    </>
  )
}

test('searches on every key, and can be cleared from outside', async () => {
  render(<Box />)
  const user = userEvent.setup()
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'gm')
  expect(onSearch.mock.calls).toEqual([['g'], ['gm']])
  await user.click(screen.getByRole('button'))
  expect(screen.getByRole('searchbox')).toHaveValue('')
})

test('does not search during input-method composition', () => {
  onSearch.mockClear()
  render(<Box />)
  const box = screen.getByRole('searchbox')
  fireEvent.compositionStart(box)
  fireEvent.input(box, { target: { value: 'd' }, isComposing: true })
  fireEvent.input(box, { target: { value: 'deng' }, isComposing: true })
  expect(box).toHaveValue('deng')
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true })
  expect(onSearch).not.toHaveBeenCalled()
  fireEvent.input(box, { target: { value: '灯' }, isComposing: true })
  fireEvent.compositionEnd(box)
  expect(onSearch.mock.calls).toEqual([['灯']])
  expect(box).toHaveValue('灯')
})
