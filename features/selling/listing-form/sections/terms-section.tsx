import { policyKinds, type PolicyKind } from '#features/core/listing/listing-content.ts'
import { fieldId } from '#features/core/listing/field-id.ts'
import { Button } from '#shui/button/button.tsx'
import { SelectField, TextField } from '#shui/form/controls.tsx'
import { PolicyFieldset } from '#features/selling/policies/policy-fieldset.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { useFields, useFormView, useLiveTyped } from '../form/form-context.tsx'
import { paths } from '#web/paths.ts'
import styles from '../form/listing-form.module.css'

export function TermsSection() {
  const { t } = useTexts()
  const field = useFields()
  return (
    <Section
      title={t('listing.terms')}
      action={{ text: t('listingForm.terms.all'), action: { type: 'NAV', URL: paths.policies } }}
    >
      <div className={styles.fields}>
        {policyKinds.map((kind) => (
          <PolicyField key={kind} kind={kind} />
        ))}
        <TextField
          label={t('listingForm.field.handling')}
          hint={t('listingForm.handling.hint')}
          {...field('handling')}
          width="short"
          figures="numeric"
        />
      </div>
    </Section>
  )
}

function PolicyField({ kind }: { kind: PolicyKind }) {
  const { t } = useTexts()
  const { currency, policies, newPolicy } = useFormView()
  const field = useFields()
  const own = policies.filter((policy) => policy.kind === kind)
  const chosenId = useLiveTyped()[`policy.${kind}`]
  const typed = newPolicy?.kind === kind ? newPolicy : null
  return (
    <div className={styles.policy}>
      <SelectField
        label={t(`listingForm.policy.${kind}`)}
        hint={own.find(({ id }) => id === chosenId)?.preview}
        {...field(`policy.${kind}`)}
        options={[
          { value: '', label: own.length > 0 ? t('listingForm.choose') : t('listingForm.policy.none') },
          ...own.map(({ id, label }) => ({ value: id, label })),
        ]}
      />
      <details className={styles.details} open={typed !== null}>
        <summary>{t(`listingForm.policy.new.${kind}`)}</summary>
        <div className={styles.newPolicy}>
          <PolicyFieldset
            kind={kind}
            currency={currency}
            typed={typed}
            problems={typed?.problems ?? []}
            fieldOf={(part) => {
              const name = `newPolicy.${kind}.${part}`
              return { name, id: fieldId(name) }
            }}
          />
          <div>
            <Button type="submit" name="intent" value={`policy:${kind}`} size="small">
              {t('listingForm.policy.save')}
            </Button>
          </div>
        </div>
      </details>
    </div>
  )
}
