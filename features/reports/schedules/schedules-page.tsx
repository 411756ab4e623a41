import CalendarClock from 'lucide-react/icons/calendar-clock'
import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { ButtonLink, Button } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { sellerAction, sellerLoader, type SellerActionArgs } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import type { Role } from '#web/roles.ts'
import { mayHaveColumns } from '../downloads/download-kind.ts'
import { kindsFor } from '../downloads/download-kinds.server.ts'
import { findTemplate, listTemplates, type DownloadTemplate } from '../downloads/templates-db.server.ts'
import { readRule } from './read-rule.ts'
import { nextDue } from './schedule.ts'
import {
  addSchedule,
  deleteSchedule,
  findSchedule,
  listSchedules,
  mostSchedules,
  setNextAt,
} from './schedules-db.server.ts'
import { schedulesModel, type ScheduleModel, type SchedulesModel } from './schedules-view.server.ts'
import styles from './schedules.module.css'
import { CardTable } from '#shui/table/card-table.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import { useState } from 'react'
import { FieldError } from '#shui/form/field.tsx'
import { SelectField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { useSending } from '#web/use-sending.ts'

await loadTexts('reports')

const mayUse = (role: Role) => (template: DownloadTemplate) =>
  kindsFor(role).some((kind) => kind.kind === template.kind && mayHaveColumns(kind, role, template.plan.columns))

export const loader = sellerLoader('hub.view', async ({ hub, read, seller, texts: reader }) => {
  const { schedules, templates } = await read(async (db) => ({
    schedules: await listSchedules(db, seller.id),
    templates: await listTemplates(db, seller.id),
  }))
  const shown = { schedules, templates, mayUse: mayUse(seller.role), now: hub.now() }
  return schedulesModel(shown, textsFor(reader.locale, seller.timeZone))
})

const steps = ['add', 'pause', 'resume', 'delete'] as const
type Step = (typeof steps)[number]

export const action = sellerAction('hub.view', async (visit) => {
  const step = oneOf(visit.form, 'step', steps)
  if (!step) throw refuse('malformed')
  const error = step === 'add' ? await add(visit) : await change(visit, step)
  return error === null ? redirect(paths.schedules, { status: 303 }) : data({ error }, { status: 422 })
})

/** Adds a schedule; returns why not. */
async function add({ form, hub, member, seller, texts, write }: SellerActionArgs): Promise<string | null> {
  const { id: sellerId, timeZone: zone } = seller
  const rule = readRule(form)
  if (!rule) throw refuse('malformed')
  return write(async (db) => {
    const template = await findTemplate(db, { sellerId, id: textOf(form, 'template') })
    if (!template || !mayUse(seller.role)(template)) throw refuse('not-found')
    if ((await listSchedules(db, sellerId)).length >= mostSchedules)
      return texts.t('reports.schedules.tooMany', { n: mostSchedules })
    await addSchedule(db, { sellerId, templateId: template.id, rule, member, zone, now: hub.now() })
    return null
  })
}

async function change({ form, hub, seller, write }: SellerActionArgs, step: Exclude<Step, 'add'>): Promise<null> {
  const of = { sellerId: seller.id, id: textOf(form, 'schedule') }
  return write(async (db) => {
    const schedule = await findSchedule(db, { ...of, isLocked: true })
    const template = schedule && (await findTemplate(db, { sellerId: seller.id, id: schedule.templateId }))
    if (!template || !mayUse(seller.role)(template)) throw refuse('not-found')
    if (step === 'delete') await deleteSchedule(db, of)
    else if (step === 'pause') await setNextAt(db, { ...of, nextAt: null })
    else await setNextAt(db, { ...of, nextAt: nextDue(schedule.rule, hub.now(), seller.timeZone) })
    return null
  })
}

export default function SchedulesPage() {
  const { schedules, note, form } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <PageHead title={t('reports.schedules')} />
      {schedules.length > 0 || form ? <p className={styles.note}>{note}</p> : null}
      {schedules.length > 0 ? <SchedulesTable schedules={schedules} /> : null}
      {form ? (
        <ScheduleForm form={form} error={refused?.error ?? null} />
      ) : (
        <Empty title={t('reports.schedules.empty')} hint={t('reports.schedules.emptyHint')} icon={CalendarClock}>
          <ButtonLink href={paths.newDownload()} kind="primary">
            {t('reports.new')}
          </ButtonLink>
        </Empty>
      )}
    </>
  )
}

function SchedulesTable({ schedules }: { schedules: readonly ScheduleModel[] }) {
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
        const buttons = schedule.mayChange ? <Steps schedule={schedule} /> : null
        return { key: id, name: <PageLink to={href}>{name}</PageLink>, cells: [when, next, member, buttons] }
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

/** Form for a schedule. Without script all choices are shown, and the rhythm says which count. */
function ScheduleForm({ form, error }: { form: NonNullable<SchedulesModel['form']>; error: string | null }) {
  const { t } = useTexts()
  const isSending = useSending()
  const [rhythm, setRhythm] = useState<string | undefined>(form.rhythms[0]?.value)
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
