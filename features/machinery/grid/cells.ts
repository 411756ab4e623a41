import type { Money } from '#lib/money.ts'
import type { GridCell } from '#shui/grid/grid-model.ts'
import { momentWords } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'

/** A moment as a cell; empty where there is none. */
export function timeCell(at: Date | null, { now, texts }: { now: Date; texts: Texts }): GridCell {
  return at && { kind: 'time', text: momentWords(at, now, texts), dateTime: at.toISOString() }
}

/** Money as a cell. */
export function moneyCell(amount: Money, { texts }: { texts: Texts }): GridCell {
  return { kind: 'money', text: texts.money(amount) }
}
