import { policyKinds, type PolicyKind } from '#features/core/listing/listing-content.ts'
import { fieldId } from '#features/core/listing/field-id.ts'
import { PolicyFieldset } from '#features/selling/policies/policy-fieldset.tsx'
import { Button } from '#shui/button/button.tsx'
import { SelectField, TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { useFields, useFormView, useLiveTyped } from '../form/form-context.tsx'
import type { TypedPolicy } from '../form/form-view.ts'
import { MoreFields } from './more-fields.tsx'
import { paths } from '#web/paths.ts'
import styles from '../form/listing-form.module.css'

export function TermsSection() {
  const { t } = useTexts()
  const { typed } = useFormView()
  const field = useFields()
  return (
    <Section
      title={t('listingForm.terms')}
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
          inputMode="numeric"
          autoComplete="off"
          width="short"
          figures
        />
        <MoreFields
          summary={t('listingForm.parcel.open')}
          isOpen={parcelFields.some((name) => typed[name] !== undefined)}
        >
          <div className={styles.quarter}>
            {parcelFields.map((name) => (
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
        </MoreFields>
      </div>
    </Section>
  )
}

const parcelFields = ['weight', 'length', 'width', 'height'] as const

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
      <div className={styles.searchRow}>
        <SelectField
          label={t(`listingForm.policy.${kind}`)}
          {...field(`policy.${kind}`)}
          options={[
            { value: '', label: own.length > 0 ? t('listingForm.choose') : t('listingForm.policy.none') },
            ...own.map(({ id, label }) => ({ value: id, label })),
          ]}
        />
        {chosen && !changed ? (
          <Button
            type="submit"
            name="intent"
            value={`editPolicy:${kind}`}
            aria-label={t('listingForm.policy.edit', { name: chosen.name })}
          >
            {t('listingForm.policy.edit.short')}
          </Button>
        ) : null}
      </div>
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
  return (
    <div className={styles.newPolicy}>
      {change ? (
        <p className={styles.note}>
          {change.note}
          <input type="hidden" name={`newPolicy.${kind}.change`} defaultValue={`${change.id}:${change.version}`} />
        </p>
      ) : null}
      <PolicyFieldset
        kind={kind}
        currency={currency}
        typed={given}
        problems={given?.problems ?? []}
        fieldOf={(part) => {
          const name = `newPolicy.${kind}.${part}`
          return { name, id: fieldId(name) }
        }}
      />
      <div className={styles.buttons}>
        <Button type="submit" name="intent" value={`policy:${kind}`} size="small">
          {t(change ? 'listingForm.policy.saveChange' : 'listingForm.policy.save')}
        </Button>
        {change ? (
          <>
            <Button type="submit" name="intent" value="keep" size="small" kind="quiet">
              {t('common.cancel')}
            </Button>
            <Button
              type="submit"
              name="intent"
              value={`deletePolicy:${kind}`}
              size="small"
              kind="quiet"
              aria-label={t('listingForm.policy.delete', { name: change.name })}
            >
              {t('listingForm.policy.delete.short')}
            </Button>
          </>
        ) : null}
      </div>
    </div>
  )
}
