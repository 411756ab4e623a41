import type { Row } from '#db/schema.ts'
import type { OrderCaseModel } from '#features/after-sale/cases/case-words.ts'
import { day } from '#lib/duration.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import { timeLeft } from '#texts/time-left.ts'
import { paths } from '#web/paths.ts'
import type { DisputeState } from './dispute.ts'

interface DisputeWords {
  tone: StatusTone
  text: string
}

interface ForReader {
  now: Date
  texts: Texts
}

const tones: Record<DisputeState, StatusTone> = {
  ACTION_NEEDED: 'warn',
  CONTESTED: 'neutral',
  ACCEPTED: 'neutral',
  WON: 'good',
  LOST: 'bad',
}

/** Status of a dispute; those waiting for the seller stand out. */
export const disputeStateWords = ({ state }: Pick<Row<'disputes'>, 'state'>, { t }: Texts): DisputeWords => ({
  tone: tones[state],
  text: t(`disputes.state.${state}`),
})

export function disputeDueWords(
  { state, respond_by: due }: Pick<Row<'disputes'>, 'state' | 'respond_by'>,
  { now, texts }: ForReader,
): DisputeWords | null {
  if (state !== 'ACTION_NEEDED') return null
  const { late, unit, count } = timeLeft(due, now, texts.timeZone)
  // The job closes it within a minute.
  if (late) return { tone: 'bad', text: texts.t('disputes.left.over') }
  const isNear = due.getTime() - now.getTime() < day
  return {
    tone: isNear ? 'bad' : 'warn',
    text: texts.t('disputes.left', { left: texts.t('due.left', { unit, n: count }) }),
  }
}

/** Links from an order to its disputes, in the form of those to its cases. */
export function orderDisputesModel(disputes: readonly Row<'disputes'>[], on: ForReader): OrderCaseModel[] {
  return disputes.map((row) => ({
    href: paths.disputeDetails(row.dispute_number),
    title: on.texts.t('disputes.of', {
      amount: on.texts.money({ minor: row.amount_minor, currency: row.currency }),
    }),
    state: disputeStateWords(row, on.texts),
    due: disputeDueWords(row, on)?.text ?? null,
  }))
}

interface DisputeEvent {
  at: Date
  text: string
  /** Who did it, if the text does not say so. */
  by: string | null
}

/** Events of a dispute, oldest first. */
export function disputeEvents(row: Row<'disputes'>, { t, money }: Texts): DisputeEvent[] {
  const { state, closed_at: closed, answered_at: answered, fee_minor: fee, currency } = row
  const amount = money({ minor: row.amount_minor, currency })
  const opened: DisputeEvent = {
    at: row.opened_at,
    text: t('disputes.event.opened', { amount, reason: t(`disputes.reason.${row.reason}`) }),
    by: null,
  }
  const answer: DisputeEvent[] =
    answered && state !== 'ACCEPTED' ? [{ at: answered, text: t('disputes.event.contested'), by: row.answered_by }] : []
  const byBank = t('order.by.MARKETPLACE')
  const end = (text: string, by: string | null): DisputeEvent[] => (closed ? [{ at: closed, text, by }] : [])
  switch (state) {
    case 'ACCEPTED':
      return [opened, ...end(t('disputes.event.accepted', { amount }), row.answered_by)]
    case 'WON':
      return [opened, ...answer, ...end(t('disputes.event.won', { amount }), byBank)]
    case 'LOST': {
      const isTimeOut = answered === null && closed !== null && closed.getTime() === row.respond_by.getTime()
      if (isTimeOut) return [opened, ...end(t('disputes.event.timeOut'), t('order.by.HUB'))]
      const text =
        fee === 0
          ? t('disputes.event.lost', { amount })
          : t('disputes.event.lostFee', { amount, fee: money({ minor: fee, currency }) })
      return [opened, ...answer, ...end(text, byBank)]
    }
    case 'ACTION_NEEDED':
    case 'CONTESTED':
      return [opened, ...answer]
  }
}
