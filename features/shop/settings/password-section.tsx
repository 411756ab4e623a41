import type { FieldErrors } from '#web/form-answer.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import { NewPasswordFields } from '#features/shop/accounts/new-password-fields.tsx'
import { Button } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import styles from './settings.module.css'

/** Changing the password ends all other sessions. */
export function PasswordSection({
  email,
  isFirst,
  errors,
}: {
  email: string
  /** The member has none yet, having joined by a sign-in link. */
  isFirst: boolean
  errors: FieldErrors<'current' | 'password' | 'repeat'> | undefined
}) {
  const { t } = useTexts()
  return (
    <Section id="password" title={t('settings.password.title')}>
      {isFirst ? <p className={styles.text}>{t('settings.password.first')}</p> : null}
      <DocumentForm className={styles.form} noValidate>
        <FormErrors errors={errors} />
        {/* Tells password managers which account the passwords belong to. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        {isFirst ? null : (
          <TextField
            label={t('settings.password.current')}
            id="current"
            name="current"
            type="password"
            autoComplete="current-password"
            error={errors?.current}
            required
          />
        )}
        <NewPasswordFields errors={errors} />
        <div className={styles.buttons}>
          <Button type="submit" name="intent" value="password">
            {isFirst ? t('accounts.newPassword.submit') : t('settings.password.submit')}
          </Button>
        </div>
      </DocumentForm>
    </Section>
  )
}
