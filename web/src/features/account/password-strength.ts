/** How strong a password is; each level has a message `member.strength-…`. */
export type Strength = 'empty' | 'short' | 'weak' | 'fair' | 'good'

const least = 8

/** Common passwords, also with a few digits or symbols around them. The server knows many more. */
const first =
  /^[^a-z]{0,5}(?:pass(?:word|w0rd)?|p@ssw0rd|qwerty(?:uiop)?|asdfgh(?:jkl)?|zxcvbn(?:m)?|abc(?:def)?|iloveyou|woaini|amituofo|guanyin|buddha|welcome|letmein|sunshine|dragon|princess|singapore|merlion|admin)[^a-z]{0,5}$/

/**
 * Estimates password strength as a hint for the user: length counts most; a repeated character, the user's own number
 * or a common password is weak. Whether a password is accepted is decided by the server.
 */
export function passwordStrength(password: string, mobile = ''): Strength {
  const signs = Array.from(password)
  if (signs.length === 0) return 'empty'
  if (signs.length < least) return 'short'
  const digits = password.replace(/\D/g, '')
  const own = mobile.replace(/\D/g, '')
  if (first.test(password.toLowerCase())) return 'weak'
  const isNumber = digits.length >= 6 && digits.length === signs.length
  if (new Set(signs).size < 5 || isNumber || (own.length >= 8 && digits.length >= 8 && own.endsWith(digits.slice(-8))))
    return 'weak'
  return signs.length >= 14 ? 'good' : 'fair'
}
