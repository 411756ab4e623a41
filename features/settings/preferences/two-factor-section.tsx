import type { FieldErrors } from '#web/form-answer.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import { Button } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { Secret } from '#shui/button/secret.tsx'
import { useTexts } from '#texts/context.tsx'
import type { SecurityAnswer, TwoFactorSetupModel } from './security-answer.ts'
import styles from './settings.module.css'

export function TwoFactorSection({
  on,
  needsPassword,
  answer,
}: {
  on: boolean
  needsPassword: boolean
  answer: SecurityAnswer | undefined
}) {
  const { t } = useTexts()
  return (
    <Section
      id="two-factor"
      title={t('settings.twoFactor.title')}
      count={on ? t('settings.twoFactor.on') : t('settings.twoFactor.off')}
    >
      {needsPassword ? (
        <p className={styles.text}>{t('settings.twoFactor.needsPassword')}</p>
      ) : answer?.setup && !on ? (
        <Setup setup={answer.setup} errors={answer.errors} />
      ) : (
        <Switch on={on} answer={answer} />
      )}
    </Section>
  )
}

/** Turns it on or off, or creates new backup codes; each step asks for the password again. */
function Switch({ on, answer }: { on: boolean; answer: SecurityAnswer | undefined }) {
  const { t } = useTexts()
  return (
    <>
      <p className={styles.text}>{on ? t('settings.twoFactor.onText') : t('settings.twoFactor.offText')}</p>
      {answer?.backupCodes ? (
        <div className={styles.form} role="status">
          <p>{t('settings.twoFactor.newCodes')}</p>
          <BackupCodes codes={answer.backupCodes} />
        </div>
      ) : null}
      <DocumentForm className={styles.form} noValidate>
        <FormErrors errors={answer?.errors} />
        <TextField
          label={t('settings.confirm')}
          {...fieldOf('confirm', answer?.errors)}
          type="password"
          autoComplete="current-password"
          required
        />
        <div className={styles.buttons}>
          {on ? (
            <>
              <Button type="submit" name="intent" value="backup-codes">
                {t('settings.twoFactor.renew')}
              </Button>
              <Button type="submit" name="intent" value="two-factor-end" kind="danger">
                {t('settings.twoFactor.end')}
              </Button>
            </>
          ) : (
            <Button type="submit" name="intent" value="two-factor-begin">
              {t('settings.twoFactor.begin')}
            </Button>
          )}
        </div>
      </DocumentForm>
    </>
  )
}

function Setup({ setup, errors }: { setup: TwoFactorSetupModel; errors: FieldErrors<'code'> }) {
  const { t } = useTexts()
  return (
    <DocumentForm noValidate>
      <FormErrors errors={errors} />
      <ol className={styles.steps}>
        <li>
          <p>{t('settings.twoFactor.step.secret')}</p>
          <svg
            className={styles.qr}
            viewBox={`0 0 ${setup.qr.size} ${setup.qr.size}`}
            role="img"
            aria-label={t('settings.twoFactor.qr')}
            shapeRendering="crispEdges"
          >
            <path d={setup.qr.path} />
          </svg>
          <Secret
            text={setup.secret}
            copy={{
              label: t('settings.twoFactor.copy'),
              copied: t('settings.twoFactor.copied'),
              refused: t('settings.twoFactor.refused'),
            }}
          />
          <p>
            <a href={setup.uri} className={styles.link}>
              {t('settings.twoFactor.openApp')}
            </a>
          </p>
        </li>
        <li>
          <p>{t('settings.twoFactor.step.codes')}</p>
          <BackupCodes codes={setup.backupCodes} />
        </li>
        <li>
          <TextField
            label={t('settings.twoFactor.step.code')}
            {...fieldOf('code', errors)}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            width="short"
            required
          />
        </li>
      </ol>
      <p className={styles.buttons}>
        <Button type="submit" name="intent" value="two-factor-confirm" kind="primary">
          {t('settings.twoFactor.confirm')}
        </Button>
      </p>
    </DocumentForm>
  )
}

function BackupCodes({ codes }: { codes: readonly string[] }) {
  return (
    <ul className={styles.codes}>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
  )
}
