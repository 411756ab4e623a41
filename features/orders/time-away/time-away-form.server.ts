import {
  awayChoices,
  awayPhase,
  awayProblems,
  daysAway,
  maxAwayExceptions,
  maxAwayMessage,
  maxDaysAway,
  type AwayChoice,
  type TimeAway,
} from '#features/core/time-away/time-away.ts'
import { hasWork, shipsFrom, type ShipCalendar } from '#features/orders/ship-calendar/ship-calendar.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { dateAt, startOfDay, type LocalDate } from '#lib/zoned-time.ts'
import type { Texts } from '#texts/texts.ts'
import type { FieldErrors } from '#web/form-answer.ts'
import type { AwayException, TimeAwaySetting } from './time-away-db.server.ts'

export interface TimeAwayFields {
  from: string
  to: string
  message: string
  listings: AwayChoice
  /** Item numbers; null: there are too many to show, and they stay. */
  except: readonly string[] | null
}

interface ShownSetting extends Pick<TimeAwaySetting, 'listings' | 'exceptions'> {
  away: Pick<TimeAway, 'from' | 'to' | 'message'> | null
}

export function timeAwayFields({ away, listings, exceptions }: ShownSetting): TimeAwayFields {
  return {
    from: away?.from ?? '',
    to: away?.to ?? '',
    message: away?.message ?? '',
    listings,
    except: exceptions.length > maxAwayExceptions ? null : exceptions.map(({ itemNumber }) => itemNumber),
  }
}

export function typedTimeAway(form: FormData): TimeAwayFields {
  return {
    from: textOf(form, 'from'),
    to: textOf(form, 'to'),
    message: textOf(form, 'message'),
    listings: oneOf(form, 'listings', awayChoices) ?? 'STAY',
    except:
      form.has('except') || form.has('exceptNone')
        ? form.getAll('except').flatMap((item) => (typeof item === 'string' && item !== '' ? item : []))
        : null,
  }
}

interface Given {
  present: TimeAway | null
  calendar: ShipCalendar
  /** The seller's listings by item number. */
  known: ReadonlyMap<string, AwayException>
  now: Date
  texts: Texts
}

type ReadTimeAway =
  | {
      ok: true
      away: Pick<TimeAway, 'from' | 'to' | 'message' | 'listings'>
      /** Null: they stay. */ exceptions: AwayException[] | null
    }
  | { ok: false; errors: FieldErrors<keyof TimeAwayFields> }

export function readTimeAwayForm(
  fields: TimeAwayFields,
  { present, calendar, known, now, texts: { t, number } }: Given,
): ReadTimeAway {
  const today = dateAt(now, calendar.timeZone)
  const problems = awayProblems(fields, { present, today })
  const days = { n: number(maxDaysAway) }
  const names = fields.except ?? []
  const errors: FieldErrors<keyof TimeAwayFields> = {
    ...(problems.from ? { from: t(`timeAway.error.${problems.from}`, days) } : {}),
    ...(problems.to ? { to: t(`timeAway.error.${problems.to}`, days) } : {}),
    ...([...fields.message].length > maxAwayMessage
      ? { message: t('timeAway.error.message', { n: number(maxAwayMessage) }) }
      : {}),
    ...(names.length > maxAwayExceptions
      ? { except: t('timeAway.error.too-many', { n: number(maxAwayExceptions) }) }
      : {}),
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  const after = { ...calendar, daysAway: daysAway(calendar.daysAway, fields, today) }
  if (!hasWork(after, now)) return { ok: false, errors: { to: t('timeAway.error.never') } }
  const { from, to, message, listings } = fields
  const away = { from, to, message, listings }
  if (fields.except === null) return { ok: true, away, exceptions: null }
  const found = new Map(names.flatMap((name) => known.get(name) ?? []).map((each) => [each.id, each]))
  const byNumber = (a: AwayException, b: AwayException) => (a.itemNumber < b.itemNumber ? -1 : 1)
  return { ok: true, away, exceptions: [...found.values()].toSorted(byNumber) }
}

export type TimeAwayStatus = ReturnType<typeof timeAwayStatus>

export function timeAwayStatus(
  away: TimeAway,
  { calendar, promised, now, texts }: { calendar: ShipCalendar; promised: number; now: Date; texts: Texts },
) {
  const { t } = texts
  const dayOf = (day: LocalDate) => texts.moment(startOfDay(day, calendar.timeZone), 'day')
  const phase = awayPhase(away, now, calendar.timeZone) === 'planned' ? 'planned' : 'present'
  const from = shipsFrom(away.to, calendar)
  return {
    phase,
    text: t(`timeAway.${phase}`, { from: dayOf(away.from), to: dayOf(away.to) }),
    sends: from === null ? null : t('timeAway.sends', { day: dayOf(from) }),
    // Orders promised for these days; null if there are none.
    promised: promised === 0 ? null : t('timeAway.promised', { n: promised }),
  }
}
