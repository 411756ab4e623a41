import type { SelectOption } from '#shui/form/controls.tsx'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { DownloadTemplate } from '../downloads/templates-db.server.ts'
import { hours, monthDays, weekdays } from './read-rule.ts'
import { rhythms, type ScheduleRule } from './schedule.ts'
import type { DownloadSchedule } from './schedules-db.server.ts'

export type ScheduleModel = ReturnType<typeof scheduleModel>

export type SchedulesModel = ReturnType<typeof schedulesModel>

interface Shown {
  schedules: readonly DownloadSchedule[]
  templates: readonly DownloadTemplate[]
  mayUse: (template: DownloadTemplate) => boolean
  now: Date
}

export function schedulesModel({ schedules, templates, mayUse, now }: Shown, texts: Texts) {
  const { t } = texts
  const usable = templates.filter(mayUse)
  return {
    schedules: schedules.flatMap((schedule) => {
      const template = templates.find(({ id }) => id === schedule.templateId)
      return template ? [scheduleModel(schedule, template, { texts, mayChange: mayUse(template) })] : []
    }),
    note: t('reports.schedules.note', { zone: texts.zoneName(now) }),
    // Null while the shop has no template that the reader may use.
    form:
      usable.length === 0
        ? null
        : {
            templates: usable.map(({ id, name }) => ({ value: id, label: name })),
            rhythms: rhythms.map((value) => ({ value, label: t('reports.rhythm', { rhythm: value }) })),
            weekdays: weekdays.map((day) => option(day, t('reports.weekday', { day: `d${day}` }))),
            monthDays: monthDays.map((day) => option(day, texts.number(day))),
            hours: hours.map((hour) => option(hour, clockOf(hour))),
          },
  }
}

const option = (value: number, label: string): SelectOption => ({ value: String(value), label })

const clockOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`

function scheduleModel(
  { id, rule, member, nextAt }: DownloadSchedule,
  template: DownloadTemplate,
  { texts, mayChange }: { texts: Texts; mayChange: boolean },
) {
  return {
    id,
    name: template.name,
    href: paths.downloadTemplate(template.id),
    when: ruleWords(rule, texts),
    next: nextAt ? texts.moment(nextAt, 'dateTime') : texts.t('word.paused'),
    isPaused: nextAt === null,
    member: member.name,
    mayChange,
  }
}

function ruleWords({ rhythm, weekday, monthDay, hour }: ScheduleRule, { t }: Texts): string {
  const time = clockOf(hour)
  if (rhythm === 'DAILY') return t('reports.when.daily', { time })
  if (rhythm === 'WEEKLY') return t('reports.when.weekly', { day: t('reports.weekday', { day: `d${weekday}` }), time })
  return t('reports.when.monthly', { n: monthDay ?? 1, time })
}
