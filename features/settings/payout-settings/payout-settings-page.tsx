import { SubmitRow } from '#web/submit-row.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import { SelectField, TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { isKeyOf } from '#lib/records.ts'
import { actionHeaders } from '#web/form-answer.ts'
import { formBaseline } from '#web/form-baseline.server.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { changePayoutSettings } from './change-payout-settings.server.ts'
import { payoutSettingsModel, readPayoutSettings, type PayoutSettingsModel } from './payout-settings-view.server.ts'
import styles from './payout-settings-page.module.css'

await loadTexts('accounts', 'payout-settings', 'team')

const doneTexts = {
  schedule: 'payoutSettings.done.schedule',
  account: 'payoutSettings.done.account',
  kept: 'payoutSettings.done.kept',
} as const

export const headers = actionHeaders

export const loader = sellerLoader('payouts.manage', async ({ read, seller, hub, texts, url }) => {
  const settings = await read((db) => readPayoutSettings(db, seller.id, hub.now()))
  const model = payoutSettingsModel(settings, {
    policyPack: hub.config.policyPack,
    canChange: hub.payouts.saveAccount !== undefined,
    texts: textsFor(texts.locale, seller.timeZone),
  })
  return { ...model, begun: formBaseline(model.schedule), done: url.searchParams.get('done') }
})

export const action = sellerAction('payouts.manage', changePayoutSettings)

export default function PayoutSettingsPage() {
  const { done, begun, ...model } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const errorsOf = (step: string) => (answer?.step === step ? answer.errors : undefined)
  return (
    <>
      <PageHead
        title={t('payoutSettings.title')}
        done={!answer && done !== null && isKeyOf(doneTexts, done) ? t(doneTexts[done]) : null}
      />
      <div className={styles.sections}>
        <Section title={t('payoutSettings.schedule')}>
          <p className={styles.text}>{model.next ?? (model.isOnDemand ? t('payoutSettings.next.none') : null)}</p>
          <DocumentForm className={styles.form}>
            <input type="hidden" name="begun" value={begun} />
            <FormErrors errors={errorsOf('schedule')} />
            <SelectField
              label={t('payoutSettings.schedule.label')}
              id="schedule"
              name="schedule"
              options={model.schedules}
              defaultValue={model.schedule}
              error={errorsOf('schedule')?.schedule}
            />
            <SubmitRow name="step" value="schedule">
              {t('common.save')}
            </SubmitRow>
          </DocumentForm>
        </Section>
        <Account model={model} errors={errorsOf('account')} holder={answer?.holder} />
      </div>
    </>
  )
}

type Answer = NonNullable<ReturnType<typeof useActionData<typeof action>>>

interface AccountProps {
  model: PayoutSettingsModel
  errors: Answer['errors'] | undefined
  holder: string | undefined
}

function Account({ model, errors, holder }: AccountProps) {
  const { t } = useTexts()
  return (
    <Section title={t('payoutSettings.account')}>
      {model.account === null ? null : <p className={styles.text}>{model.account}</p>}
      {model.isRefused ? <p className={styles.text}>{t('payoutSettings.account.refused')}</p> : null}
      {model.later ? (
        <DocumentForm className={styles.form}>
          <p>{model.later}</p>
          <SubmitRow name="step" value="keep">
            {t('payoutSettings.account.keep')}
          </SubmitRow>
        </DocumentForm>
      ) : null}
      {model.canChange ? (
        <AccountForm hours={model.hours} errors={errors} holder={holder} />
      ) : (
        <p className={styles.text}>{t('payoutSettings.account.elsewhere')}</p>
      )}
    </Section>
  )
}

function AccountForm({ hours, errors, holder }: Pick<AccountProps, 'errors' | 'holder'> & { hours: number }) {
  const { t } = useTexts()
  return (
    <DocumentForm className={styles.form} noValidate autoComplete="off">
      <p className={styles.text}>{t('payoutSettings.account.intro', { hours })}</p>
      <FormErrors errors={errors} />
      <TextField label={t('payoutSettings.account.holder')} {...fieldOf('holder', errors, holder)} maxLength={100} />
      <TextField
        label={t('payoutSettings.account.number')}
        {...fieldOf('accountNumber', errors)}
        spellCheck={false}
        maxLength={60}
      />
      <TextField
        label={t('payoutSettings.account.code')}
        hint={t('payoutSettings.account.code.hint')}
        {...fieldOf('bankCode', errors)}
        width="medium"
        spellCheck={false}
        maxLength={20}
      />
      <TextField
        label={t('payoutSettings.account.password')}
        id="account-confirm"
        name="confirm"
        type="password"
        width="medium"
        autoComplete="current-password"
        error={errors?.['account-confirm']}
      />
      <SubmitRow name="step" value="account">
        {t('payoutSettings.account.change')}
      </SubmitRow>
    </DocumentForm>
  )
}
