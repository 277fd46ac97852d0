/** The password that was typed into a form. */
export function typedPassword(form: HTMLFormElement): string {
  const typed = new FormData(form).get('password')
  return typeof typed === 'string' ? typed : ''
}
