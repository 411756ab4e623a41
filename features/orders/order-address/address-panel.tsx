import { Button, ButtonLink } from '#shui/button/button.tsx'
import { SelectField, TextField, type SelectOption } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import type { FieldErrors } from '#web/form-answer.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { usePanelInView } from '#web/use-panel-in-view.ts'
import { useSending } from '#web/use-sending.ts'
import { PageForm } from '#web/page-form.tsx'
import styles from './address-panel.module.css'
import type { AddressField, AddressValues } from './read-address-form.ts'

export interface AddressPanelModel {
  values: AddressValues
  /** Address version when the form was opened. */
  seen: string
  countries: readonly SelectOption[]
  reasons: readonly SelectOption[]
  /** Documents that become outdated; null if none. */
  printed: string | null
}

export interface AddressAnswer {
  values: AddressValues
  errors: FieldErrors<AddressField>
  /** Set if the address changed meanwhile: the version the member has now seen. */
  seen?: string
}

interface AddressPanelProps {
  model: AddressPanelModel
  answer: AddressAnswer | undefined
  closeHref: string
}

const optionalParts = ['company', 'line1', 'line2', 'line3'] as const
const autoComplete = 'off'

export function AddressPanel({ model, answer, closeHref }: AddressPanelProps) {
  const { t } = useTexts()
  const form = usePanelInView(answer !== undefined)
  const isSending = useSending()
  const { values, errors, seen } = { errors: {}, ...model, ...answer }
  const field = (name: Exclude<AddressField, 'reason' | 'country'>) => ({
    id: name,
    name,
    label: t(`order.address.part.${name}`),
    defaultValue: values[name],
    error: errors[name],
    autoComplete,
  })
  return (
    <PageForm ref={form} className={styles.panel} aria-labelledby="address-title" preventScrollReset replace>
      <input type="hidden" name="seen" value={seen} />
      <h3 id="address-title" className={styles.title}>
        {t('word.changeTheAddress')}
      </h3>
      <FormErrors errors={answer?.errors} />
      <TextField {...field('name')} required />
      {optionalParts.map((part) => (
        <TextField key={part} {...field(part)} />
      ))}
      <div className={styles.pair}>
        <TextField {...field('postal_code')} />
        <TextField {...field('city')} required />
      </div>
      <TextField {...field('region')} />
      <SelectField
        {...fieldOf('country', errors, values.country)}
        label={t('order.address.part.country')}
        options={model.countries}
      />
      <TextField {...field('phone')} type="tel" />
      <SelectField
        {...fieldOf('reason', errors, values.reason)}
        label={t('order.address.reason')}
        options={model.reasons}
      />
      {model.printed ? <p className={styles.hint}>{model.printed}</p> : null}
      <div className={styles.foot}>
        <ButtonLink href={closeHref} kind="quiet">
          {t('word.cancel')}
        </ButtonLink>
        <Button type="submit" kind="primary" disabled={isSending}>
          {t('word.changeTheAddress')}
        </Button>
      </div>
    </PageForm>
  )
}
