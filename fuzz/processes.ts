import { runPart } from '../cli/bootstrap/part.mjs'

/**
 * Kills and stops processes at more moments than `npm test` does, which tries one of each kind.
 *
 * @returns whether each came to its end, or went on, as it should
 */
export function tryMoments(): Promise<boolean> {
  return runPart(['moments.process'])
}
