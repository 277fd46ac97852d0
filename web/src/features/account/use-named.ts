import { useMemo } from 'react'
import { useT } from '../../i18n/context.tsx'
import type { SummaryError } from '../../ui/error-summary.tsx'

const labels = {
  name: 'member.name',
  chineseName: 'member.chinese-name',
  mobile: 'common.field.mobile',
  email: 'member.email',
  password: 'member.password',
} as const

const isLabelled = (id = ''): id is keyof typeof labels => Object.hasOwn(labels, id)

/** The lines of an error summary, each with the label of its field, unless it says that itself. */
export function useNamed(errors: readonly SummaryError[]): readonly SummaryError[] {
  const t = useT()
  return useMemo(
    () =>
      errors.map(({ id, text }) => {
        const section = isLabelled(id) ? t(labels[id]) : ''
        return text.toLowerCase().includes(section.toLowerCase())
          ? { id, text }
          : { id, text: t('common.error-in', { section, text }) }
      }),
    [errors, t],
  )
}
