/** Password length limits in UTF-16 units, as in the browser's `minlength`. */
export const passwordLimits = { min: 10, max: 128 } as const

export type PasswordProblem = 'too-short' | 'too-long' | 'same-as-email'

/** The problem with a new password, or null. Only length counts; no composition rules (NIST SP 800-63B, 5.1.1.2). */
export function passwordProblem(password: string, email: string): PasswordProblem | null {
  if (password.length < passwordLimits.min) return 'too-short'
  if (password.length > passwordLimits.max) return 'too-long'
  return password.trim().toLowerCase() === email.toLowerCase() ? 'same-as-email' : null
}
