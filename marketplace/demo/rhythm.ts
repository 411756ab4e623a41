import type { Random } from '#lib/random.ts'
import { addDays, isoWeekday, type LocalDate } from '#lib/zoned-time.ts'
import { assertDefined } from '#lib/assert-defined.ts'

/** January to December: film sells before Christmas and in spring. */
const months = [0.88, 0.86, 0.95, 1, 1.04, 1, 0.95, 0.92, 1, 1.06, 1.22, 1.38]
/** Monday to Sunday. */
const weekdays = [1.08, 0.98, 0.95, 0.95, 0.9, 0.94, 1.2]
/** Midnight to 23 o'clock. */
const hours = [10, 5, 2, 2, 2, 3, 6, 15, 25, 30, 32, 32, 36, 33, 28, 28, 30, 33, 36, 46, 54, 52, 38, 20]
/** Relative growth from beginning to end. */
const growth = 0.2

const valueAt = (values: readonly number[], place: number) => assertDefined(values[place], 'the calendar has no other')

/** Orders per day up to `today`, oldest first; about `orders` in total. */
export function makeRhythm(
  random: Random,
  options: { today: LocalDate; days: number; orders: number },
): { date: LocalDate; orders: number }[] {
  const { today, days, orders } = options
  const weights = Array.from({ length: days }, (_, index) => {
    const date = addDays(today, index - days + 1)
    const month = Number(date.slice(5, 7)) - 1
    return {
      date,
      weight: valueAt(months, month) * valueAt(weekdays, isoWeekday(date) - 1) * (1 + (growth * index) / days),
    }
  })
  const total = weights.reduce((sum, { weight }) => sum + weight, 0)
  return weights.map(({ date, weight }) => ({ date, orders: poisson(random, (orders * weight) / total) }))
}

const mean = (weights: readonly number[]) => weights.reduce((sum, weight) => sum + weight, 0) / weights.length
const usualHour = mean(weekdays) * mean(hours)

/**
 * Relative purchase rate in an hour of the week; 1 is average.
 * @param weekday 1 is Monday, 7 Sunday
 */
export const buyingWeight = (weekday: number, hour: number): number =>
  (valueAt(weekdays, weekday - 1) * valueAt(hours, hour)) / usualHour

/** A random time of purchase, `HH:MM:SS`. */
export function buyingTime(random: Random): string {
  const hour = random.weighted(hours.map((weight, index) => [index, weight] as const))
  return clock(hour, random.int(0, 59), random.int(0, 59))
}

/** A random time between two full hours, end excluded, `HH:MM:SS`. */
export function timeBetween(random: Random, from: number, to: number): string {
  return clock(random.int(from, to - 1), random.int(0, 59), random.int(0, 59))
}

function clock(...parts: number[]): string {
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** A Poisson-distributed random number (Knuth). */
function poisson(random: Random, expected: number): number {
  const limit = Math.exp(-expected)
  let product = random.next()
  let count = 0
  while (product > limit) {
    product *= random.next()
    count += 1
  }
  return count
}
