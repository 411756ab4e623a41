import type { Row } from '#db/schema.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { dayWords } from '../transactions/transaction-words.ts'

export type HoldFacts = Pick<Row<'holds'>, 'reason' | 'state' | 'note' | 'release_at' | 'released_at'> & {
  case_number: string | null
  case_turn: string | null
  case_due_at: Date | null
}

export function releaseWords(hold: HoldFacts, { now, texts }: { now: Date; texts: Texts }): string {
  const { t } = texts
  const day = (at: Date) => dayWords(at, now, texts)
  if (hold.released_at) return t('payments.hold.releasedOn', { day: day(hold.released_at) })
  if (hold.case_number !== null) {
    const due = hold.case_turn === 'SELLER' ? hold.case_due_at : null
    return due ? t('payments.hold.whenClosed.by', { day: day(due) }) : t('payments.hold.whenClosed')
  }
  if (hold.release_at) return t('payments.hold.about', { day: day(hold.release_at) })
  return t(`payments.hold.when.${hold.reason}`)
}

/** The same in two lines, for a list: until when the seller must answer the case is the second. */
export function releaseLines(
  hold: HoldFacts,
  on: { now: Date; texts: Texts },
): { text: string; second: string | null } {
  const { now, texts } = on
  if (hold.released_at || hold.case_number === null || hold.case_turn !== 'SELLER' || !hold.case_due_at)
    return { text: releaseWords(hold, on), second: null }
  return {
    text: texts.t('payments.hold.whenClosed'),
    second: texts.t('payments.hold.answerBy', { day: dayWords(hold.case_due_at, now, texts) }),
  }
}

/** Whether the seller's time to answer the case is over. */
export const isLate = ({ state, case_turn: turn, case_due_at: due }: HoldFacts, now: Date): boolean =>
  state === 'HELD' && turn === 'SELLER' && due !== null && due < now

/** What the seller can do about a hold: the case to answer or look at; null if nothing. */
export function holdAction(hold: HoldFacts, { t }: Pick<Texts, 't'>): { text: string; href: string } | null {
  if (hold.state === 'RELEASED' || hold.case_number === null) return null
  return {
    text: t(hold.case_turn === 'SELLER' ? 'word.answer' : 'payments.hold.case'),
    href: paths.caseDetails(hold.case_number),
  }
}
