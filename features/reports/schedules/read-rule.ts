import { oneOf } from '#lib/form-fields.ts'
import { rhythms, type ScheduleRule } from './schedule.ts'

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** Choices of a form; a rhythm needs one of weekday and day, or none. */
export const weekdays = numbers(1, 7)
export const monthDays = numbers(1, 31)
export const hours = numbers(0, 23)

/** Reads when a file is made; null if a value is missing. */
export function readRule(form: FormData): ScheduleRule | null {
  const rhythm = oneOf(form, 'rhythm', rhythms)
  const hour = numberOf(form, 'hour', hours)
  const weekday = rhythm === 'WEEKLY' ? numberOf(form, 'weekday', weekdays) : null
  const monthDay = rhythm === 'MONTHLY' ? numberOf(form, 'monthDay', monthDays) : null
  if (rhythm === null || hour === null) return null
  if ((rhythm === 'WEEKLY' && weekday === null) || (rhythm === 'MONTHLY' && monthDay === null)) return null
  return { rhythm, weekday, monthDay, hour }
}

const numberOf = (form: FormData, name: string, choices: readonly number[]) =>
  choices.find((choice) => String(choice) === form.get(name)) ?? null
