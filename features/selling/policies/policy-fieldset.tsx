import type { PolicyKind } from '#features/core/listing/listing-content.ts'
import { TextAreaField, TextField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import type { PolicyProblem } from './policy.ts'
import type { PolicyFieldName, PolicyFields } from './typed-policy.server.ts'
import styles from './policies-page.module.css'

interface PolicyFieldsetProps {
  kind: PolicyKind
  currency: string
  /** Null for a new one. */
  typed: Omit<PolicyFields, 'kind'> | null
  problems: readonly PolicyProblem[]
  /** Name and id of a field, unique among several policies on a page. */
  fieldOf: (name: PolicyFieldName) => { name: string; id: string }
}

export function PolicyFieldset({ kind, currency, typed, problems, fieldOf }: PolicyFieldsetProps) {
  const { t } = useTexts()
  const field = (name: PolicyFieldName, own: readonly PolicyProblem[]) => {
    const problem = problems.find((each) => own.includes(each))
    return {
      ...fieldOf(name),
      defaultValue: typed?.[name] ?? '',
      error: problem ? t(`listingForm.policy.problem.${problem}`) : null,
    }
  }
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={t('word.name')}
          placeholder={t(`listingForm.policy.example.${kind}`)}
          {...field('name', ['nameMissing', 'nameLong', 'nameTaken', 'stale', 'gone'])}
        />
        {kind === 'FULFILMENT' ? (
          <TextField
            label={t('listingForm.policy.price', { currency })}
            {...field('price', ['price'])}
            figures="decimal"
          />
        ) : null}
        {kind === 'RETURN' ? (
          <TextField label={t('listingForm.policy.returnDays')} {...field('days', ['days'])} figures="numeric" />
        ) : null}
      </div>
      <TextAreaField label={t('listingForm.policy.terms')} optional rows={2} {...field('terms', ['termsLong'])} />
    </>
  )
}
