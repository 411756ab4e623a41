import type { CaseKind, CaseState } from '#features/core/order/order-case.ts'
import { hour } from '#lib/duration.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import { timeLeft } from '#texts/time-left.ts'
import { paths } from '#web/paths.ts'
import { isLate, whoseTurn } from './case-states.ts'
import type { OrderCase } from './order-cases-db.server.ts'

export interface CaseWords {
  tone: StatusTone
  text: string
}

interface Standing {
  kind: CaseKind
  state: CaseState
}

export function caseStateWords({ state }: Pick<Standing, 'state'>, { t }: Texts): CaseWords {
  return { tone: toneOf(state), text: t(`cases.state.${state}`) }
}

function toneOf(state: CaseState): StatusTone {
  if (state === 'REFUND_FAILED' || state === 'CLOSED_BUYER' || isLate(state)) return 'bad'
  if (state === 'CLOSED_SELLER') return 'good'
  return whoseTurn[state] === 'SELLER' || state === 'ESCALATED' ? 'warn' : 'neutral'
}

/** A seller's deadline is near within this time. */
const nearMs = 48 * hour

/**
 * What happens at the deadline, and the time left or overdue; null if none. Only the seller's deadlines are coloured.
 */
export function caseDueWords(
  { state, due_at: due }: { state: CaseState; due_at: Date | null },
  { now, texts }: { now: Date; texts: Texts },
): CaseWords | null {
  if (!due) return null
  const { late, unit, count } = timeLeft(due, now, texts.timeZone)
  const turn = whoseTurn[state]
  const isOwn = turn === 'SELLER'
  const isNear = due.getTime() - now.getTime() < nearMs
  const tone = !isOwn ? 'neutral' : late ? 'bad' : isNear ? 'warn' : 'neutral'
  const left = texts.t(late ? 'due.late' : 'due.left', { unit, n: count })
  if (isOwn) return { tone, text: late ? left : texts.t('cases.left.due', { left }) }
  if (turn === 'MARKETPLACE') return { tone, text: texts.t('cases.left.decision', { left }) }
  // All other deadlines close the case.
  return { tone, text: late ? texts.t('cases.left.closing') : texts.t('cases.left.closes', { left }) }
}

export type OrderCaseModel = ReturnType<typeof orderCasesModel>[number]

export function orderCasesModel(cases: readonly OrderCase[], now: Date, texts: Texts) {
  return cases.map((row) => ({
    href: paths.caseDetails(row.case_number),
    title: texts.t('case.title', { kind: row.kind, number: row.case_number }),
    state: caseStateWords(row, texts),
    // Time left; null without a deadline.
    due: caseDueWords(row, { now, texts })?.text ?? null,
  }))
}
