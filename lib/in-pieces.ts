import { setImmediate } from 'node:timers/promises'

/** Things that are worked on before others of this process have their turn. */
const pieceLength = 1_000

/** What becomes of many things, worked on in pieces: between two of them others of this process have their turn. */
export async function inPieces<T, R>(things: readonly T[], work: (part: T[]) => readonly R[]): Promise<R[]> {
  const made: R[] = []
  for (let at = 0; at < things.length; at += pieceLength) {
    for (const each of work(things.slice(at, at + pieceLength))) made.push(each)
    await setImmediate()
  }
  return made
}
