import type { FieldErrors } from '#web/form-answer.ts'

/** Data to set up a new authenticator; shown once. */
export interface TwoFactorSetupModel {
  uri: string
  /** The URI as a QR code: one SVG path, with the width in modules. */
  qr: { size: number; path: string }
  /** The secret in groups of four, for typing. */
  secret: string
  backupCodes: string[]
}

export interface SecurityAnswer {
  part: 'password' | 'two-factor'
  errors: FieldErrors<'current' | 'password' | 'repeat' | 'confirm' | 'code'>
  setup?: TwoFactorSetupModel
  /** New backup codes; shown once. */
  backupCodes?: string[]
}
