import { useEffect, useRef, type FormEvent } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

import { Key } from '../act/key.tsx'

type Props = {
  label: string
  value: string
  onSearch: (q: string) => void
  big?: boolean
  /** The search field takes the focus when the page opens. */
  ready?: boolean
  /** The shortcut for this field, shown while it is empty. */
  shortcut?: string
  /** What it searches, if a page has several search boxes: part of its accessible name. */
  within?: string
  className?: string
}

/** A search field; Enter searches, as a scanner sends it after a code. */
export function SearchBox({
  label,
  value,
  onSearch,
  big = false,
  ready = false,
  shortcut,
  within,
  className = '',
}: Props) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const name = within ? `${label}: ${within}` : label
  useEffect(() => {
    if (input.current) input.current.value = value
  }, [value])
  useEffect(() => {
    if (ready) input.current?.focus()
  }, [ready])
  const search = (event: FormEvent) => {
    event.preventDefault()
    onSearch(input.current?.value.trim() ?? '')
    input.current?.select()
  }
  return (
    <form role="search" aria-label={name} onSubmit={search} className={className}>
      {/* Buttons inside the field, also where a row makes the form higher. */}
      <div className="relative">
        <input
          ref={input}
          type="search"
          aria-label={name}
          placeholder={label}
          defaultValue={value}
          maxLength={100}
          aria-keyshortcuts={shortcut}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          // Clearing the box shows the whole list again.
          onInput={({ currentTarget, nativeEvent }) => {
            const composing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
            if (currentTarget.value === '' && value !== '' && !composing) onSearch('')
          }}
          className={`peer field pr-24 ${shortcut ? 'placeholder-shown:pr-20' : 'placeholder-shown:pr-12'} [&::-webkit-search-cancel-button]:hidden ${big ? 'min-h-16 pl-5 text-xl' : ''}`}
        />
        <IconButton
          icon="close"
          big={big}
          label={t('office.search-clear')}
          onClick={() => {
            if (input.current) input.current.value = ''
            if (value !== '') onSearch('')
            input.current?.focus()
          }}
          className={`absolute top-1/2 -translate-y-1/2 peer-placeholder-shown:hidden ${big ? 'right-14' : 'right-12'}`}
        />
        {shortcut && (
          <span className="absolute right-12 top-1/2 hidden -translate-y-1/2 peer-placeholder-shown:block">
            <Key>{shortcut}</Key>
          </span>
        )}
        <IconButton
          type="submit"
          icon="search"
          big={big}
          label={t('office.search')}
          className={`absolute right-1 top-1/2 -translate-y-1/2 text-cinnabar ${big ? 'mr-1' : ''}`}
        />
      </div>
    </form>
  )
}
