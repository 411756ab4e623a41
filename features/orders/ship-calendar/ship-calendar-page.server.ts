import { shipByDay } from '#lib/business-calendar.ts'
import { textOf } from '#lib/form-fields.ts'
import { addDays, dateAt, startOfDay, type LocalDate } from '#lib/zoned-time.ts'
import type { Texts } from '#texts/texts.ts'
import { holidayRegions, holidayYears, publicHolidays } from './holidays.server.ts'
import {
  businessCalendar,
  hasWork,
  readDaysOff,
  writeDaysOff,
  type CalendarEffect,
  type CalendarEffects,
  type ShipCalendar,
} from './ship-calendar.ts'
import { withHolidays } from './ship-calendar-db.server.ts'

export type CalendarFields = ReturnType<typeof calendarFields>

export function calendarFields(calendar: ShipCalendar) {
  return {
    handlingDays: String(calendar.handlingDays),
    cutoff: calendar.cutoffTime.slice(0, 5),
    workingDays: calendar.workingDays.map(String),
    region: calendar.holidayRegion ?? '',
    daysOff: writeDaysOff(calendar.daysOff),
  }
}

type Errors = Partial<Record<keyof CalendarFields, string>>
type Read = { fields: CalendarFields } & ({ ok: true; calendar: ShipCalendar } | { ok: false; errors: Errors })

/** Parses the form. Values not in the form, such as the zone, are kept. */
export async function readCalendarForm(
  form: FormData,
  { present, now, country, texts: { t, locale } }: { present: ShipCalendar; now: Date; country: string; texts: Texts },
): Promise<Read> {
  const fields: CalendarFields = {
    handlingDays: textOf(form, 'handlingDays'),
    cutoff: textOf(form, 'cutoff'),
    workingDays: form.getAll('workingDays').filter((day): day is string => typeof day === 'string'),
    region: textOf(form, 'region'),
    daysOff: textOf(form, 'daysOff'),
  }
  const workingDays = [1, 2, 3, 4, 5, 6, 7].filter((day) => fields.workingDays.includes(String(day)))
  const { days, problems } = readDaysOff(fields.daysOff)
  const isKnown = fields.region === '' || (await holidayRegions(country, locale)).some(({ id }) => id === fields.region)
  const errors: Errors = {
    ...(/^([012]?\d|30)$/.test(fields.handlingDays) ? {} : { handlingDays: t('calendar.error.handlingDays') }),
    ...(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/.test(fields.cutoff) ? {} : { cutoff: t('calendar.error.cutoff') }),
    ...(workingDays.length > 0 ? {} : { workingDays: t('calendar.error.workingDays') }),
    ...(isKnown || fields.region === present.holidayRegion ? {} : { region: t('settings.error.choice') }),
    ...(problems[0] ? { daysOff: t(`calendar.error.${problems[0].problem}`, { line: problems[0].line }) } : {}),
  }
  if (Object.keys(errors).length > 0) return { ok: false, fields, errors }
  const calendar = await withHolidays(
    {
      timeZone: present.timeZone,
      handlingDays: Number(fields.handlingDays),
      cutoffTime: `${fields.cutoff.slice(0, 5)}:00`,
      workingDays,
      holidayRegion: fields.region === '' ? null : fields.region,
      holidays: [],
      daysOff: days,
      daysAway: present.daysAway,
    },
    now,
  )
  if (!hasWork(calendar, now)) return { ok: false, fields, errors: { daysOff: t('calendar.error.never') } }
  return { ok: true, fields, calendar }
}

/** Identifies the previewed rules: saving other rules shows a new preview first. */
export const calendarKey = (calendar: ShipCalendar): string => JSON.stringify(calendarFields(calendar))

const mostShown = 20

interface EffectsTable {
  title: string
  rows: { number: string; before: string; after: string }[]
  more: string | null
}

export type EffectsModel = ReturnType<typeof effectsModel>

export function effectsModel({ moved, kept, same, unmoved }: CalendarEffects, zone: string, texts: Texts) {
  const { t, number } = texts
  const table = (title: string, effects: readonly CalendarEffect[]): EffectsTable => ({
    title,
    rows: effects.slice(0, mostShown).map(({ number: order, before, after }) => ({
      number: order,
      before: dayWords(before, zone, texts),
      after: dayWords(after, zone, texts),
    })),
    more: effects.length > mostShown ? t('calendar.first', { n: number(mostShown) }) : null,
  })
  const rest = same + unmoved
  return {
    moved: table(t('calendar.moved', { n: moved.length }), moved),
    kept: table(t('calendar.kept', { n: kept.length }), kept),
    rest: rest > 0 ? t('calendar.same', { n: rest }) : null,
  }
}

/** Context of the form: an example, regions, coming holidays. */
export async function calendarFrame(
  calendar: ShipCalendar,
  { now, country, texts }: { now: Date; country: string; texts: Texts },
) {
  const { timeZone: zone, holidayRegion } = calendar
  const today = dateAt(now, zone)
  const next =
    holidayRegion === null
      ? []
      : (await publicHolidays(holidayRegion, holidayYears(now), texts.locale)).filter(
          ({ day }) => day >= today && day < addDays(today, 366),
        )
  const said = next.slice(0, 4).map(({ day, name }) => `${name} (${dayWords(day, zone, texts)})`)
  return {
    zone: texts.zoneName(now),
    example: dayWords(shipByDay(now, businessCalendar(calendar)), zone, texts),
    regions: (await holidayRegions(country, texts.locale)).map(({ id, name }) => ({ value: id, label: name })),
    next: said.length > 0 ? texts.t('calendar.region.next', { days: said.join(', ') }) : null,
  }
}

const dayWords = (day: LocalDate, zone: string, texts: Texts) => texts.moment(startOfDay(day, zone), 'day')
