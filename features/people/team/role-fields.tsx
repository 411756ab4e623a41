import { fieldOf } from '#web/field-of.ts'
import { useState } from 'react'
import { SelectField, TextField, type SelectOption } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { isOneOf } from '#lib/is-one-of.ts'
import { roles, type Role } from '#web/roles.ts'
import { asksForPassword } from './team.ts'

interface RoleFieldsProps {
  options: readonly SelectOption[]
  /** The role that is chosen at first. */
  role: string
  /** The present role; null of an invitation. */
  from: Role | null
  passwordId: string
  hideLabel?: boolean
  errors: { role: string | undefined; password: string | undefined }
}

/** Chooses a role, and asks for the password where it changes ownership. Without script, the answer asks. */
export function RoleFields({ options, role, from, passwordId, hideLabel = false, errors }: RoleFieldsProps) {
  const { t } = useTexts()
  const [chosen, choose] = useState(role)
  const asks = isOneOf(roles, chosen) && asksForPassword({ from, to: chosen })
  return (
    <>
      <SelectField
        label={t('team.role')}
        hideLabel={hideLabel}
        {...fieldOf('role', errors, role)}
        options={options}
        onChange={({ target }) => choose(target.value)}
      />
      {asks ? <PasswordField id={passwordId} isExplained error={errors.password} /> : null}
    </>
  )
}

interface PasswordFieldProps {
  id: string
  /** Whether the field says why it is there. */
  isExplained?: boolean
  error: string | undefined
}

export function PasswordField({ id, isExplained = false, error }: PasswordFieldProps) {
  const { t } = useTexts()
  return (
    <TextField
      label={t('team.invite.password')}
      hint={isExplained && !error ? t('team.member.passwordHint') : undefined}
      id={id}
      name="confirm"
      type="password"
      width="medium"
      autoComplete="current-password"
      error={error}
    />
  )
}
