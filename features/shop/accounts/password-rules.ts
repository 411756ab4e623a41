/** How long a password may be, in UTF-16 units as the browser's `minlength` counts. */
export const passwordLimits = { min: 10, max: 128 } as const

/** Why a password is not taken. */
export type PasswordProblem = 'too-short' | 'too-long' | 'same-as-email'

/** What is wrong with a new password, or null. Length is what counts; no composition rules (NIST SP 800-63B, 5.1.1.2). */
export function passwordProblem(password: string, email: string): PasswordProblem | null {
  if (password.length < passwordLimits.min) return 'too-short'
  if (password.length > passwordLimits.max) return 'too-long'
  return password.trim().toLowerCase() === email.toLowerCase() ? 'same-as-email' : null
}
