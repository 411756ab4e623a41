import { setImmediate } from 'node:timers/promises'

/** Items processed before yielding to the event loop. */
const pieceLength = 1_000

/** Maps many items in batches, yielding to the event loop between batches. */
export async function mapInChunks<T, R>(things: readonly T[], work: (part: T[]) => readonly R[]): Promise<R[]> {
  const made: R[] = []
  for (let at = 0; at < things.length; at += pieceLength) {
    for (const each of work(things.slice(at, at + pieceLength))) made.push(each)
    await setImmediate()
  }
  return made
}
