import type { WaitOutcome } from '#lib/named-wait.ts'
import type { NavCount } from '#shui/navigation/navigation-model.ts'
import type { Texts } from '#texts/texts.ts'

/** Timeout in milliseconds for a count beside a link, which is secondary content. */
export const sideCountTimeoutMs = 2000

/** How long a page waits for its messages in milliseconds: one that arrives after the page would push it down. */
export const messagesHeadStartMs = 500

export type SideCount = NavCount | null | Promise<NavCount | null>

/**
 * Count from a named wait (`readNamed`, `withHeadStart`): the value if ready, else a promise to stream. A dash replaces
 * it on timeout or failure.
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

type Awaiting<T> = WaitOutcome<T> | Promise<WaitOutcome<T>>

/** Waits for two parts as one: ready once both are. */
export function bothReady<A, B>(a: Awaiting<A>, b: Awaiting<B>): Awaiting<[A, B]> {
  const both = (one: WaitOutcome<A>, other: WaitOutcome<B>): WaitOutcome<[A, B]> => {
    if (one.state !== 'ready') return one
    return other.state === 'ready' ? { state: 'ready', value: [one.value, other.value] } : other
  }
  return 'state' in a && 'state' in b ? both(a, b) : Promise.all([a, b]).then(([one, other]) => both(one, other))
}
