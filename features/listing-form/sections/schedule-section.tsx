import { TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { useFields, useFormView } from '../form/form-context.tsx'
import styles from '../form/listing-form.module.css'

/** When the listing starts: at once, or on a day and time of the shop's clocks. */
export function ScheduleSection() {
  const { t } = useTexts()
  const { zone } = useFormView()
  const field = useFields()
  return (
    <Section title={t('listingForm.schedule')}>
      <div className={styles.fields}>
        <p className={styles.quiet}>{t('listingForm.schedule.hint', { zone: zone.replaceAll('_', ' ') })}</p>
        <div className={styles.pair}>
          <TextField label={t('listingForm.field.startDate')} optional type="date" {...field('startDate')} />
          <TextField label={t('listingForm.field.startTime')} optional type="time" {...field('startTime')} />
        </div>
      </div>
    </Section>
  )
}
