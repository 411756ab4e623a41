import { redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths, withQuery } from '#web/paths.ts'
import { changeLabelSettings, type LabelSettingsAnswer } from './change-label-settings.server.ts'
import { labelSettingsModel, type LabelSettingsModel } from './label-settings-view.server.ts'
import styles from './label-settings.module.css'
import { Checkbox, SelectField, TextField } from '#shui/form/controls.tsx'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import { SubmitRow } from '#web/submit-row.tsx'
import {
  labelFormats,
  labelProviderKinds,
  type LabelProviderKind,
} from '#features/shipping/label-providers/label-provider.ts'
import { useState } from 'react'
import { Button } from '#shui/button/button.tsx'
import { Status } from '#shui/status/status.tsx'
import { PageLink } from '#web/page-link.tsx'

await loadTexts('labels')

const doneTexts = {
  sender: 'labels.done.sender',
  added: 'labels.done.added',
  removed: 'labels.done.removed',
  webhook: 'labels.done.webhook',
} as const

export const loader = sellerLoader('keys.manage', async (visit) => {
  const done = visit.url.searchParams.get('done')
  return { ...(await labelSettingsModel(visit)), done: done !== null && done in doneTexts ? done : null }
})

export const action = sellerAction('keys.manage', async (visit) => {
  const outcome = await changeLabelSettings(visit)
  return 'done' in outcome
    ? redirect(withQuery(paths.labelSettings, { done: outcome.done }), { status: 303 })
    : outcome.answer
})

export default function LabelSettingsPage() {
  const model = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const done = model.done as keyof typeof doneTexts | null
  return (
    <>
      <PageHead
        title={t('labels.settings')}
        note={t('labels.settings.note')}
        done={!answer && done ? t(doneTexts[done]) : null}
      />
      <div className={styles.sections}>
        <Section title={t('labels.accounts')}>
          <LabelAccounts accounts={model.accounts} answer={answer} />
          <AccountForm exampleUrl={model.exampleUrl} answer={answer} />
        </Section>
        <Section title={t('labels.sender')}>
          <SenderForm model={model} answer={answer} />
        </Section>
      </div>
    </>
  )
}

interface SenderProps {
  model: LabelSettingsModel
  answer: LabelSettingsAnswer | undefined
}

/** The sender of all labels, their format, and when a parcel counts as shipped. */
function SenderForm({ model, answer }: SenderProps) {
  const { t } = useTexts()
  const own = answer?.step === 'sender' ? answer : undefined
  const valueOf = (part: string, usual: string | undefined) => own?.values[part] ?? usual ?? ''
  const part = (
    name: 'name' | 'company' | 'line1' | 'line2' | 'city' | 'region' | 'postal_code' | 'phone' | 'email' | 'eori',
  ) => ({
    label: t(`labels.sender.${name}`),
    ...fieldOf(name, own?.errors, valueOf(name, model.sender[name])),
  })
  return (
    <DocumentForm className={styles.form} noValidate>
      <input type="hidden" name="begun" value={own?.values['begun'] ?? model.begun} />
      <FormErrors errors={own?.errors} />
      <div className={styles.pair}>
        <TextField {...part('name')} autoComplete="name" maxLength={100} />
        <TextField {...part('company')} autoComplete="organization" maxLength={100} optional />
      </div>
      <TextField {...part('line1')} autoComplete="address-line1" maxLength={100} />
      <TextField {...part('line2')} autoComplete="address-line2" maxLength={100} optional />
      <div className={styles.pair}>
        <TextField {...part('postal_code')} autoComplete="postal-code" maxLength={20} optional />
        <TextField {...part('city')} autoComplete="address-level2" maxLength={100} />
      </div>
      <div className={styles.pair}>
        <TextField {...part('region')} autoComplete="address-level1" maxLength={100} optional />
        <SelectField
          label={t('word.country')}
          {...fieldOf('country', own?.errors, valueOf('country', model.country))}
          autoComplete="country"
          options={model.countries}
        />
      </div>
      <div className={styles.pair}>
        <TextField {...part('phone')} type="tel" autoComplete="tel" maxLength={40} optional />
        <TextField {...part('email')} type="email" autoComplete="email" maxLength={200} optional />
      </div>
      <TextField {...part('eori')} hint={t('labels.sender.eori.hint')} width="medium" maxLength={20} optional />
      <SelectField
        label={t('word.format')}
        id="format"
        name="format"
        width="medium"
        defaultValue={valueOf('format', model.format)}
        options={labelFormats.map((format) => ({ value: format, label: t(`labels.format.${format}`) }))}
      />
      <Checkbox
        label={t('labels.shipsAtScan')}
        hint={t('labels.shipsAtScan.hint')}
        id="shipsAtScan"
        name="shipsAtScan"
        value="SCAN"
        defaultChecked={valueOf('shipsAtScan', model.shipsAt) === 'SCAN'}
      />
      <TextField
        label={t('labels.dailyLimit', { currency: model.currency })}
        hint={t('labels.dailyLimit.hint')}
        {...fieldOf('dailyLimit', own?.errors, valueOf('dailyLimit', model.limit))}
        width="medium"
        figures
        optional
      />
      <SubmitRow name="step" value="sender" kind="primary">
        {t('common.save')}
      </SubmitRow>
    </DocumentForm>
  )
}

interface AccountsProps {
  accounts: LabelSettingsModel['accounts']
  answer: LabelSettingsAnswer | undefined
}

/** The accounts from which labels are bought, with the address of their webhook. */
function LabelAccounts({ accounts, answer }: AccountsProps) {
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
function AccountForm({ exampleUrl, answer }: AccountFormProps) {
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
