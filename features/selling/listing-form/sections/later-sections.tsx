import { VariationsSection } from './variations-section.tsx'
import { customsFields, type CustomsField } from '#features/core/listing/customs-details.ts'
import { keysOf } from '#lib/records.ts'
import { SelectField, TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { useFields, useFormView } from '../form/form-context.tsx'
import { MoreFields } from './more-fields.tsx'
import styles from '../form/listing-form.module.css'
import { isNotStarted } from '#features/core/listing/listing-locks.ts'

/** Start of the listing: immediately, or at a local time of the shop. Empty for active listings. */
export function ScheduleSection() {
  const { t } = useTexts()
  const { zone, typed, listing } = useFormView()
  const field = useFields()
  if (listing && !isNotStarted(listing.state)) return null
  return (
    <Section title={t('listingForm.schedule')}>
      <MoreFields
        summary={t('listingForm.schedule.open')}
        hint={t('listingForm.schedule.hint', { zone: zone.replaceAll('_', ' ') })}
        isOpen={typed['startDate'] !== undefined || typed['startTime'] !== undefined}
      >
        <div className={styles.pair}>
          <TextField label={t('listingForm.field.startDate')} optional type="date" {...field('startDate')} />
          <TextField label={t('listingForm.field.startTime')} optional type="time" {...field('startTime')} />
        </div>
      </MoreFields>
    </Section>
  )
}

const parcelFields = ['weight', 'length', 'width', 'height'] as const
const names = keysOf(customsFields)

/** The parcel of an item, and what customs ask of it. */
function ParcelSection() {
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

/** Sections whose script comes after that of the rest: the variations, or the end of the form. */
export function LaterSections({ areLast = false }: { areLast?: boolean }) {
  return areLast ? (
    <>
      <ParcelSection />
      <ScheduleSection />
    </>
  ) : (
    <VariationsSection />
  )
}
