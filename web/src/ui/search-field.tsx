import { useState } from 'react'
import { Icon } from './icon.tsx'

/**
 * A search field that searches while typing. Text being composed by an input method is shown, but searched only once
 * committed.
 */
export function SearchField(props: {
  id: string
  label: string
  placeholder?: string
  className?: string
  value: string
  onSearch: (search: string) => void
  onFocus?: () => void
}) {
  const [composed, setComposed] = useState<string>()
  const search = (text: string) => {
    setComposed(undefined)
    props.onSearch(text)
  }
  return (
    <div role="search" className={`no-print relative ${props.className ?? ''}`}>
      <label htmlFor={props.id} className="sr-only">
        {props.label}
      </label>
      <Icon name="search" className="pointer-events-none absolute left-3.5 top-1/2 -translate-y-1/2 text-ink-2" />
      <input
        id={props.id}
        type="search"
        className="field !rounded-full !pl-12"
        placeholder={props.placeholder ?? props.label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={composed ?? props.value}
        onFocus={props.onFocus}
        onChange={({ target, nativeEvent }) =>
          nativeEvent instanceof InputEvent && nativeEvent.isComposing
            ? setComposed(target.value)
            : search(target.value)
        }
        onCompositionEnd={({ currentTarget }) => search(currentTarget.value)}
      />
    </div>
  )
}
