import { Checkbox, SelectField, TextField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import { SubmitRow } from '#web/submit-row.tsx'
import type { LabelSettingsAnswer } from './change-label-settings.server.ts'
import { labelFormats } from '#features/shipping/label-providers/label-provider.ts'
import type { LabelSettingsModel } from './label-settings-view.server.ts'
import styles from './label-settings.module.css'

interface SenderProps {
  model: LabelSettingsModel
  answer: LabelSettingsAnswer | undefined
}

/** The sender of all labels, their format, and when a parcel counts as shipped. */
export function SenderForm({ model, answer }: SenderProps) {
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
