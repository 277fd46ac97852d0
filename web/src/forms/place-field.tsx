import { useState, type ComponentType } from 'react'
import { useT } from '../i18n/context.tsx'
import type { ChosenPlace } from '../domain/order.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toastUnexpected } from './use-act.ts'
import type { ChooserProps } from './place-chooser.tsx'

type Props = {
  id: string
  /** The id of the option whose free positions are shown. */
  option: string
  /** How many may be chosen. */
  most: number
  value: readonly ChosenPlace[]
  onChange: (places: readonly ChosenPlace[]) => void
  error?: string
}

/** Chooses the position of a lamp or tablet: the temple does by default, unless the visitor opens the map. */
export function PlaceField({ id, option, most, value, onChange, error }: Props) {
  const t = useT()
  const [open, setOpen] = useState(false)
  // The map loads on demand: most visitors leave the choice to the temple.
  const [Chooser, setChooser] = useState<ComponentType<ChooserProps>>()
  const show = () => {
    setOpen(true)
    import('./place-chooser.tsx').then(
      (loaded) => setChooser(() => loaded.PlaceChooser),
      (cause: unknown) => {
        console.error(cause)
        setOpen(false)
        toastUnexpected()
      },
    )
  }
  const close = () => setOpen(false)
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 font-semibold">{t('place.title')}</legend>
      {error && <FieldError id={`${id}-error`} text={error} />}
      <p className="text-lg" role="status">
        {value.length > 0 ? value.map(({ code }) => t('place.chosen', { code })).join(' · ') : t('place.temple')}
      </p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Button icon="pin" onClick={show}>
          {t(value.length > 0 ? 'place.change' : 'place.choose')}
        </Button>
        {value.length > 0 && <Button onClick={() => onChange([])}>{t('place.leave')}</Button>}
      </p>
      <Dialog open={open} onClose={close} title={t('place.choose-title')} wide>
        {open &&
          (Chooser ? (
            <Chooser
              option={option}
              most={most}
              value={value}
              onChoose={(places) => {
                onChange(places)
                close()
              }}
            />
          ) : (
            <Skeleton lines={6} />
          ))}
      </Dialog>
    </fieldset>
  )
}
