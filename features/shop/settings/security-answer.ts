import type { FieldErrors } from '#web/form-answer.ts'

/** What a new authenticator needs; shown once. */
export interface TwoFactorSetupModel {
  uri: string
  /** The URI as a QR code: one SVG path over a square of this many modules. */
  qr: { size: number; path: string }
  /** The secret in groups of four, for typing. */
  secret: string
  backupCodes: string[]
}

/** What a form of the security page is answered where it does not lead on. */
export interface SecurityAnswer {
  part: 'password' | 'two-factor'
  errors: FieldErrors<'current' | 'password' | 'repeat' | 'confirm' | 'code'>
  setup?: TwoFactorSetupModel
  /** New backup codes; shown once. */
  backupCodes?: string[]
}
