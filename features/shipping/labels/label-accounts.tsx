import { useState } from 'react'
import { Button } from '#shui/button/button.tsx'
import { SelectField, TextField } from '#shui/form/controls.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { DocumentForm } from '#web/page-form.tsx'
import { SubmitRow } from '#web/submit-row.tsx'
import type { LabelSettingsAnswer } from './change-label-settings.server.ts'
import { labelProviderKinds, type LabelProviderKind } from '#features/shipping/label-providers/label-provider.ts'
import type { LabelSettingsModel } from './label-settings-view.server.ts'
import styles from './label-settings.module.css'

interface AccountsProps {
  accounts: LabelSettingsModel['accounts']
  answer: LabelSettingsAnswer | undefined
}

/** The accounts from which labels are bought, with the address of their webhook. */
export function LabelAccounts({ accounts, answer }: AccountsProps) {
  const { t } = useTexts()
  if (accounts.length === 0) return null
  return (
    <ul className={styles.accounts}>
      {accounts.map(({ key, name, provider, url, checked, problem, webhookUrl, hasWebhookSecret }) => {
        const secretId = `webhookSecret.${key}` as const
        return (
          <li key={key} className={styles.account}>
            <div className={styles.row}>
              <PageLink to={paths.labelAccount(key)}>{name}</PageLink>
              <Status tone={problem ? 'bad' : 'good'} text={problem ?? t('labels.account.checked', { at: checked })} />
            </div>
            <p className={styles.quiet}>{[t(`labels.provider.${provider}`), url].join(' · ')}</p>
            <p className={styles.quiet}>
              {t(hasWebhookSecret ? 'labels.webhook.on' : 'labels.webhook', { url: webhookUrl })}
            </p>
            <DocumentForm className={styles.row} autoComplete="off">
              <input type="hidden" name="account" value={key} />
              <TextField
                label={t('labels.webhook.secret')}
                id={secretId}
                name="webhookSecret"
                type="password"
                autoComplete="off"
                placeholder={hasWebhookSecret ? '••••••••' : undefined}
                error={answer?.step === 'webhook' ? answer.errors[secretId] : undefined}
              />
              <Button type="submit" name="step" value="webhook">
                {t('common.save')}
              </Button>
              <Button type="submit" name="step" value="remove" kind="quiet" formNoValidate>
                {t('word.remove')}
              </Button>
            </DocumentForm>
          </li>
        )
      })}
    </ul>
  )
}

interface AccountFormProps {
  exampleUrl: string | null
  answer: LabelSettingsAnswer | undefined
}

/** Adds an account; its key is tried before it is kept. */
export function AccountForm({ exampleUrl, answer }: AccountFormProps) {
  const { t } = useTexts()
  const errors = answer?.step === 'add' ? answer.errors : undefined
  const values = answer?.step === 'add' ? answer.values : {}
  const usualUrl: Record<LabelProviderKind, string> = {
    EXAMPLE: exampleUrl ?? '',
    KARRIO: '',
    SHIPPO: 'https://api.goshippo.com',
  }
  const [provider, setProvider] = useState(values['provider'] ?? (exampleUrl ? 'EXAMPLE' : 'SHIPPO'))
  const kinds = labelProviderKinds.filter((kind) => kind !== 'EXAMPLE' || exampleUrl)
  const isKnown = kinds.find((kind) => kind === provider)
  return (
    <DocumentForm className={styles.form} noValidate autoComplete="off">
      <h3>{t('labels.account.add')}</h3>
      <FormErrors errors={errors} />
      <div className={styles.pair}>
        <SelectField
          label={t('labels.provider')}
          id="provider"
          name="provider"
          value={provider}
          onChange={({ target }) => setProvider(target.value)}
          options={kinds.map((kind) => ({ value: kind, label: t(`labels.provider.${kind}`) }))}
        />
        <TextField label={t('word.name')} {...fieldOf('accountName', errors, values['accountName'])} maxLength={60} />
      </div>
      <TextField
        key={provider}
        label={t('labels.account.url')}
        {...fieldOf('url', errors, values['url'] ?? (isKnown ? usualUrl[isKnown] : ''))}
        type="url"
        maxLength={300}
      />
      <TextField
        label={t('labels.account.key')}
        hint={t('labels.account.key.hint')}
        {...fieldOf('key', errors)}
        type="password"
        autoComplete="off"
        maxLength={500}
      />
      <SubmitRow name="step" value="add" kind="primary">
        {t('labels.account.add')}
      </SubmitRow>
    </DocumentForm>
  )
}
