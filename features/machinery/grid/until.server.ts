import { sql } from 'kysely'
import type { Texts } from '#texts/texts.ts'
import type { SqlCondition } from './list-conditions.server.ts'

/** Moments that end a period before its last day is over: `2026-11-20T13:45:00Z`. */
export const untilPattern = /20\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ/

export const untilValue = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`

export const isBefore = (name: string, [until]: readonly string[]): SqlCondition[] =>
  until === undefined ? [] : [sql`${sql.ref(`o.${name}`)} < ${new Date(until)}`]

export const untilOptions = (values: readonly string[], texts: Pick<Texts, 'moment'>) =>
  values.map((value) => ({ value, label: texts.moment(new Date(value), 'dateTime') }))
