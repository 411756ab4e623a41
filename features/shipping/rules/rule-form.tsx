import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Checkbox, SelectField, TextAreaField, TextField } from '#shui/form/controls.tsx'
import { PackageSizes, packageSizesId } from '#features/shipping/labels/package-sizes.tsx'
import { useTexts } from '#texts/context.tsx'
import { fieldOf } from '#web/field-of.ts'
import type { FieldErrors } from '#web/form-answer.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import { paths } from '#web/paths.ts'
import type { RuleField, RuleValues } from './rule-form.server.ts'
import styles from './shipping-rules-page.module.css'
import type { RulesModel } from './shipping-rules-view.server.ts'

export interface RuleAnswer {
  errors: FieldErrors<RuleField>
  values: RuleValues
  begun: string
}

interface RuleFormProps {
  model: Pick<RulesModel, 'edited' | 'currency' | 'weightHint' | 'packages'>
  answer: RuleAnswer | undefined
}

/** Adds a rule, or edits the one that the address names. */
export function RuleForm({ model: { edited, currency, weightHint, packages }, answer }: RuleFormProps) {
  const { t } = useTexts()
  const values = answer?.values ?? edited?.values
  const field = (name: RuleField) => ({
    ...fieldOf(name, answer?.errors, values?.[name] ?? ''),
    autoComplete: 'off',
  })
  return (
    <DocumentForm className={styles.form}>
      <FormErrors errors={answer?.errors} />
      {edited ? (
        <>
          <input type="hidden" name="id" value={edited.id} />
          <input type="hidden" name="begun" value={answer?.begun ?? edited.begun} />
        </>
      ) : null}
      <TextField label={t('word.name')} {...field('name')} maxLength={60} width="medium" />
      <Checkbox
        label={t('shipRules.on')}
        id="isOn"
        name="isOn"
        defaultChecked={values === undefined || values.isOn === 'on'}
      />
      <fieldset className={styles.fields}>
        <legend>{t('shipRules.if')}</legend>
        <TextField label={t('word.country')} hint={t('shipRules.countries.hint')} {...field('countries')} />
        <TextField label={t('shipRules.tags')} hint={t('shipRules.tags.hint')} {...field('tags')} />
        <TextField label={t('shipRules.grams.from')} hint={weightHint} {...field('gramsFrom')} />
        <TextField label={t('shipRules.grams.to')} hint={weightHint} {...field('gramsTo')} />
        <TextField label={t('shipRules.minor.from', { currency })} inputMode="decimal" {...field('minorFrom')} />
        <TextField label={t('shipRules.minor.to', { currency })} inputMode="decimal" {...field('minorTo')} />
        <TextAreaField label={t('shipRules.skus')} hint={t('shipRules.skus.hint')} {...field('skus')} />
      </fieldset>
      <fieldset className={styles.fields}>
        <legend>{t('shipRules.then')}</legend>
        <SelectField
          label={t('word.service')}
          {...field('wish')}
          options={[
            { value: '', label: t('shipRules.open') },
            { value: 'cheapest', label: t('labels.wish.cheapest') },
            { value: 'fastest', label: t('labels.wish.fastest') },
          ]}
        />
        <TextField label={t('shipRules.service')} hint={t('shipRules.service.hint')} {...field('service')} />
        <TextField label={t('labels.size')} hint={t('labels.size.hint')} {...field('size')} list={packageSizesId} />
        <PackageSizes packages={packages} />
        <TextField label={t('shipRules.insure', { currency })} inputMode="decimal" {...field('insure')} />
        <SelectField
          label={t('labels.signature')}
          {...field('signature')}
          options={[
            { value: '', label: t('shipRules.open') },
            { value: 'yes', label: t('shipRules.signature.yes') },
            { value: 'no', label: t('shipRules.signature.no') },
          ]}
        />
        <TextField label={t('shipRules.tag')} {...field('tag')} />
      </fieldset>
      <div className={styles.buttons}>
        <Button type="submit" name="step" value="save" kind="primary">
          {t('common.save')}
        </Button>
        {edited ? <ButtonLink href={paths.shippingRules()}>{t('word.cancel')}</ButtonLink> : null}
      </div>
    </DocumentForm>
  )
}
