import type { Texts } from '#texts/texts.ts'
import { changeOf } from './sales.ts'

export interface ChangeModel {
  /** "+18%"; null if the previous period had none. */
  change: { text: string; direction: 'up' | 'down' | 'same' } | null
  /** "up from £18,988". */
  before: string
}

/** Formats a change; `write` formats the earlier value. */
export function changeModel<T extends number | bigint>(
  now: T,
  before: T,
  write: (value: T) => string,
  texts: Texts,
): ChangeModel {
  const change = changeOf(Number(now), Number(before))
  if (change === null) return { change: null, before: texts.t('sales.changeNone') }
  const values = { before: write(before) }
  const text = changeText(change, texts)
  if (isSame(change)) return { change: { direction: 'same', text }, before: texts.t('sales.changeSame', values) }
  return change > 0
    ? { change: { direction: 'up', text }, before: texts.t('sales.changeUp', values) }
    : { change: { direction: 'down', text }, before: texts.t('sales.changeDown', values) }
}

/** "+18%", "−3%", "±0%". */
export function changeText(change: number, { t, percent: write }: Texts): string {
  const values = { percent: write(Math.abs(change), 0) }
  if (isSame(change)) return t('sales.same', values)
  return change > 0 ? t('sales.up', values) : t('sales.down', values)
}

/** A change that rounds to 0 % is neither up nor down. */
const isSame = (change: number) => Math.abs(change) < 0.005
