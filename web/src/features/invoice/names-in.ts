/** The people that a form's values name, each as typed, in their order: "陈美玲 Tan Bee Leng". */
export function namesIn(form: unknown): string[] {
  if (!isRecord(form)) return []
  const own = nameOf(form)
  const people = Object.values(form).flatMap((value) =>
    Array.isArray(value) ? value.filter(isRecord).map(nameOf) : [],
  )
  return [own, ...people].filter((name) => name !== '')
}

function nameOf(values: Record<string, unknown>): string {
  const words = ['chineseName', 'name'].map((key) => values[key])
  return words.filter((word): word is string => typeof word === 'string' && word !== '').join(' ')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
