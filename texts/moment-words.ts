import type { Texts } from './texts.ts'
import { day } from '#lib/duration.ts'

const halfYear = 182 * day

/** Formats a moment: with time if near, with year otherwise: "20 Nov, 09:12", "20 Nov 2025". */
export function momentWords(at: Date, now: Date, texts: Texts): string {
  return texts.moment(at, isNear(at, now) ? 'dateTime' : 'date')
}

/** Whether a moment is clear without its year. */
export function isNear(at: Date, now: Date): boolean {
  return Math.abs(now.getTime() - at.getTime()) < halfYear
}
