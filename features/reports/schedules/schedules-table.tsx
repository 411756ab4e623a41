import { Button } from '#shui/button/button.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import type { ScheduleModel } from './schedules-view.server.ts'
import styles from './schedules.module.css'

export function SchedulesTable({ schedules }: { schedules: readonly ScheduleModel[] }) {
  const { t } = useTexts()
  return (
    <CardTable
      head={t('reports.schedule.template')}
      columns={[
        { key: 'when', label: t('reports.schedule.when') },
        { key: 'next', label: t('reports.schedule.next') },
        { key: 'member', label: t('reports.column.member') },
        { key: 'steps', label: t('reports.column.steps'), isAction: true },
      ]}
      rows={schedules.map((schedule) => {
        const { id, name, href, when, next, member } = schedule
        const steps = schedule.mayChange ? <Steps schedule={schedule} /> : null
        return { key: id, name: <PageLink to={href}>{name}</PageLink>, cells: [when, next, member, steps] }
      })}
      className={styles.schedules}
    />
  )
}

function Steps({ schedule: { id, name, isPaused } }: { schedule: ScheduleModel }) {
  const { t } = useTexts()
  const step = isPaused ? 'resume' : 'pause'
  return (
    <PageForm className={styles.steps}>
      <input type="hidden" name="schedule" value={id} />
      <Button
        type="submit"
        size="small"
        name="step"
        value={step}
        aria-label={t(`reports.schedule.${step}.of`, { name })}
      >
        {t(`reports.schedule.${step}`)}
      </Button>
      <Button
        type="submit"
        size="small"
        kind="quiet"
        name="step"
        value="delete"
        aria-label={t('reports.schedule.delete.of', { name })}
      >
        {t('reports.schedule.delete')}
      </Button>
    </PageForm>
  )
}
