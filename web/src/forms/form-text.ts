/** What stands in a text field of a form; '' when there is none of that name. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
