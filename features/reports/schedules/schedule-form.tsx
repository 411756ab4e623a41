import { useState } from 'react'
import { Button } from '#shui/button/button.tsx'
import { FieldError } from '#shui/form/field.tsx'
import { SelectField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { useSending } from '#web/use-sending.ts'
import type { SchedulesModel } from './schedules-view.server.ts'
import styles from './schedules.module.css'

/** Form for a schedule. Without script all choices are shown, and the rhythm says which count. */
export function ScheduleForm({ form, error }: { form: NonNullable<SchedulesModel['form']>; error: string | null }) {
  const { t } = useTexts()
  const isSending = useSending()
  const [rhythm, setRhythm] = useState(form.rhythms[0]?.value)
  return (
    <div className={styles.add}>
      <Section title={t('reports.schedule.new')}>
        <PageForm className={styles.form}>
          <SelectField label={t('reports.schedule.template')} name="template" options={form.templates} width="medium" />
          <SelectField
            label={t('reports.schedule.rhythm')}
            name="rhythm"
            options={form.rhythms}
            value={rhythm}
            onChange={({ target }) => setRhythm(target.value)}
            width="medium"
          />
          <div className={rhythm === 'WEEKLY' ? undefined : styles.otherRhythm}>
            <SelectField label={t('reports.schedule.weekday')} name="weekday" options={form.weekdays} width="medium" />
          </div>
          <div className={rhythm === 'MONTHLY' ? undefined : styles.otherRhythm}>
            <SelectField
              label={t('reports.schedule.monthDay')}
              hint={t('reports.schedule.monthDay.hint')}
              name="monthDay"
              options={form.monthDays}
              width="medium"
            />
          </div>
          <SelectField
            label={t('reports.schedule.hour')}
            name="hour"
            options={form.hours}
            defaultValue="7"
            width="medium"
          />
          {error ? <FieldError id={undefined} error={error} /> : null}
          <p>
            <Button type="submit" name="step" value="add" kind="primary" disabled={isSending}>
              {t('reports.schedule.add')}
            </Button>
          </p>
        </PageForm>
      </Section>
    </div>
  )
}
