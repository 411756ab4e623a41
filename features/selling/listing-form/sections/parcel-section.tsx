import { customsFields, type CustomsField } from '#features/core/listing/customs-details.ts'
import { keysOf } from '#lib/records.ts'
import { SelectField, TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { useFields, useFormView } from '../form/form-context.tsx'
import { MoreFields } from './more-fields.tsx'
import styles from '../form/listing-form.module.css'

const parcelFields = ['weight', 'length', 'width', 'height'] as const
const names = keysOf(customsFields)

/** The parcel of an item, and what customs ask of it. */
export function ParcelSection() {
  const { t } = useTexts()
  const { typed, packages } = useFormView()
  const field = useFields()
  const own: Partial<Record<CustomsField, object>> = {
    hsCode: { inputMode: 'numeric' },
    originCountry: { maxLength: 2 },
    customsValue: { inputMode: 'decimal' },
  }
  return (
    <Section title={t('word.parcel')}>
      <div className={styles.fields}>
        <MoreFields
          summary={t('listingForm.parcel.open')}
          isOpen={['package', ...parcelFields].some((name) => typed[name] !== undefined)}
        >
          {packages.length > 0 ? (
            <SelectField
              label={t('listingForm.package')}
              {...field('package')}
              options={[{ value: '', label: t('listingForm.package.usual') }, ...packages]}
            />
          ) : null}
          <div className={styles.quarter}>
            {parcelFields.map((name) => (
              <TextField
                key={name}
                label={t(`listingForm.field.${name}`)}
                optional
                {...field(name)}
                figures="decimal"
              />
            ))}
          </div>
        </MoreFields>
        <MoreFields summary={t('listingForm.customs.open')} isOpen={names.some((name) => typed[name] !== undefined)}>
          <div className={styles.quarter}>
            {names.map((name) => (
              <TextField
                key={name}
                label={t(`listingForm.field.${name}`)}
                optional
                {...field(name)}
                autoComplete="off"
                {...own[name]}
              />
            ))}
          </div>
        </MoreFields>
      </div>
    </Section>
  )
}
