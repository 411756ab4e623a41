import type { Money } from '#lib/money.ts'
import type { GridCell } from '#shui/grid/grid-model.ts'
import { momentWords } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'

export function timeCell(at: Date | null, { now, texts }: { now: Date; texts: Texts }): GridCell {
  return at && { kind: 'time', text: momentWords(at, now, texts), dateTime: at.toISOString() }
}

export function moneyCell(amount: Money, { texts }: { texts: Texts }): GridCell {
  return { kind: 'money', text: texts.money(amount) }
}
