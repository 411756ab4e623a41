import type { WaitOutcome } from '#lib/named-wait.ts'
import type { NavCount } from '#shui/navigation/navigation-model.ts'
import type { Texts } from '#texts/texts.ts'

/** Milliseconds a count beside a link may take: it is only beside what the reader came for. */
export const sideCountTimeoutMs = 2000

/** What stands beside a link: a count, the promise of one, or nothing. */
export type SideCount = NavCount | null | Promise<NavCount | null>

/**
 * The count beside a link from a named wait (`readNamed`, `withHeadStart`): at once where it is there, else as a promise,
 * which streams. Where it does not come in time or fails, a dash says so in its place.
 */
export function sideCount<T>(
  waited: WaitOutcome<T> | Promise<WaitOutcome<T>>,
  { t }: Texts,
  countOf: (value: T) => NavCount | null,
): SideCount {
  const settled = (outcome: WaitOutcome<T>) =>
    outcome.state === 'ready' ? countOf(outcome.value) : { text: '–', accessibilityText: t('nav.notCounted') }
  return 'state' in waited ? settled(waited) : waited.then(settled)
}
