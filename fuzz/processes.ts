import { runPart } from '../cli/bootstrap/part.mjs'

/**
 * Kills and stops processes at more moments than `npm test`, which tries one of each kind.
 * @returns whether all recovered or stopped correctly
 */
export function tryMoments(): Promise<boolean> {
  process.env.STOPPED_LIVES = '5'
  return runPart(['moments.process', 'stop-requests.process'])
}
