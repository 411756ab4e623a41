import { fieldOf } from '#web/field-of.ts'
import type { FieldErrors } from '#web/form-answer.ts'
import { TextField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { passwordLimits } from './password-rules.ts'

/**
 * A new password, entered twice: `password` and `repeat`. Without `maxlength`, at which browsers would silently
 * truncate a pasted password in both fields.
 */
export function NewPasswordFields({ errors }: { errors: FieldErrors<'password' | 'repeat'> | undefined }) {
  const { t } = useTexts()
  const shared = {
    type: 'password',
    autoComplete: 'new-password',
    minLength: passwordLimits.min,
    required: true,
  }
  return (
    <>
      <TextField
        {...shared}
        label={t('accounts.newPassword')}
        {...fieldOf('password', errors)}
        hint={t('accounts.newPassword.hint', passwordLimits)}
      />
      <TextField {...shared} label={t('accounts.newPassword.repeat')} {...fieldOf('repeat', errors)} />
    </>
  )
}
