import { isNotStarted } from '#features/core/listing/listing-locks.ts'
import { TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { useFields, useFormView } from '../form/form-context.tsx'
import { MoreFields } from './more-fields.tsx'
import styles from '../form/listing-form.module.css'

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
