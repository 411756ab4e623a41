import { policyKinds, type PolicyKind } from '#features/listing/listing-content.ts'
import { fieldId } from '#features/listing/field-id.ts'
import type { PolicyProblem } from '#features/policies/policy.ts'
import { Button } from '#shui/button/button.tsx'
import { SelectField, TextAreaField, TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { useFields, useFormView, useLiveTyped } from '../form/form-context.tsx'
import type { TypedPolicy } from '../form/form-view.ts'
import styles from '../form/listing-form.module.css'

/** How it is sent, paid and taken back, by policies that many listings share; handling time and parcel. */
export function TermsSection() {
  const { t } = useTexts()
  const field = useFields()
  return (
    <Section title={t('listingForm.terms')}>
      <div className={styles.fields}>
        {policyKinds.map((kind) => (
          <PolicyField key={kind} kind={kind} />
        ))}
        <TextField
          label={t('listingForm.field.handling')}
          hint={t('listingForm.handling.hint')}
          {...field('handling')}
          inputMode="numeric"
          autoComplete="off"
          width="short"
          figures
        />
        <fieldset className={styles.group}>
          <legend className={styles.legend}>{t('listingForm.parcel')}</legend>
          <div className={styles.quarter}>
            {(['weight', 'length', 'width', 'height'] as const).map((name) => (
              <TextField
                key={name}
                label={t(`listingForm.field.${name}`)}
                optional
                {...field(name)}
                inputMode="decimal"
                autoComplete="off"
                figures
              />
            ))}
          </div>
        </fieldset>
      </div>
    </Section>
  )
}

/** Chooses one of the seller's policies of a kind, changes it, or makes a new one. */
function PolicyField({ kind }: { kind: PolicyKind }) {
  const { t } = useTexts()
  const { policies, newPolicy } = useFormView()
  const field = useFields()
  const own = policies.filter((policy) => policy.kind === kind)
  const chosenId = useLiveTyped()[`policy.${kind}`]
  const chosen = own.find(({ id }) => id === chosenId)
  const typedHere = newPolicy?.kind === kind ? newPolicy : null
  const changed = typedHere?.change ?? null
  return (
    <div className={styles.policy}>
      <SelectField
        label={t(`listingForm.policy.${kind}`)}
        {...field(`policy.${kind}`)}
        options={[
          { value: '', label: own.length > 0 ? t('listingForm.choose') : t('listingForm.policy.none') },
          ...own.map(({ id, label }) => ({ value: id, label })),
        ]}
      />
      {chosen && !changed ? (
        <div className={styles.policyButtons}>
          {(['edit', 'delete'] as const).map((step) => (
            <Button key={step} type="submit" name="intent" value={`${step}Policy:${kind}`} size="small" kind="quiet">
              {t(`listingForm.policy.${step}`, { name: chosen.name })}
            </Button>
          ))}
        </div>
      ) : null}
      <details className={styles.details} open={typedHere !== null}>
        <summary>
          {changed ? t('listingForm.policy.edit', { name: changed.name }) : t(`listingForm.policy.new.${kind}`)}
        </summary>
        <PolicyFields kind={kind} given={typedHere} />
      </details>
    </div>
  )
}

function PolicyFields({ kind, given }: { kind: PolicyKind; given: TypedPolicy | null }) {
  const { t } = useTexts()
  const { currency } = useFormView()
  const change = given?.change
  const field = (part: 'name' | 'price' | 'days' | 'terms', problems: readonly PolicyProblem[]) => {
    const problem = given?.problems.find((each) => problems.includes(each))
    const name = `newPolicy.${kind}.${part}`
    return {
      id: fieldId(name),
      name,
      defaultValue: given?.[part] ?? '',
      error: problem ? t(`listingForm.policy.problem.${problem}`) : null,
    }
  }
  return (
    <div className={styles.newPolicy}>
      {change ? (
        <p className={styles.note}>
          {change.note}
          <input type="hidden" name={`newPolicy.${kind}.change`} defaultValue={`${change.id}:${change.version}`} />
        </p>
      ) : null}
      <div className={styles.pair}>
        <TextField
          label={t('listingForm.policy.name')}
          placeholder={t(`listingForm.policy.example.${kind}`)}
          {...field('name', ['nameMissing', 'nameLong', 'nameTaken', 'stale', 'gone'])}
        />
        {kind === 'FULFILMENT' ? (
          <TextField
            label={t('listingForm.policy.price', { currency })}
            {...field('price', ['price'])}
            inputMode="decimal"
            autoComplete="off"
            figures
          />
        ) : null}
        {kind === 'RETURN' ? (
          <TextField
            label={t('listingForm.policy.returnDays')}
            {...field('days', ['days'])}
            inputMode="numeric"
            autoComplete="off"
            figures
          />
        ) : null}
      </div>
      <TextAreaField label={t('listingForm.policy.terms')} optional rows={2} {...field('terms', ['termsLong'])} />
      <div className={styles.buttons}>
        <Button type="submit" name="intent" value={`policy:${kind}`} size="small">
          {t(change ? 'listingForm.policy.saveChange' : 'listingForm.policy.save')}
        </Button>
        {change ? (
          <Button type="submit" name="intent" value="keep" size="small" kind="quiet">
            {t('common.cancel')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
