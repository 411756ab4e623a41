import { isDatabaseAway, isPastItsTime } from '#db/failure.ts'

/** Is told why work for a seller failed. */
export type ReportFailure = (error: unknown, sellerId: number) => void

/** A piece of a job's work. */
interface Piece {
  sellerId: number
}

/** What came of the pieces that were done, and which failed. */
interface WorkedThrough<P extends Piece, Result> {
  done: Result[]
  failed: { piece: P; error: unknown }[]
}

/**
 * Works through what is due of several sellers, one piece after the other. A piece that fails is reported and holds up no other.
 *
 * @throws at once where the database is away: no piece could be done
 */
export async function eachApart<P extends Piece, Result>(
  pieces: readonly P[],
  work: (piece: P) => Promise<Result>,
  report: ReportFailure,
): Promise<WorkedThrough<P, Result>> {
  const through: WorkedThrough<P, Result> = { done: [], failed: [] }
  for (const piece of pieces)
    try {
      through.done.push(await work(piece))
    } catch (error) {
      if (isDatabaseAway(error) && !isPastItsTime(error)) throw error
      report(error, piece.sellerId)
      through.failed.push({ piece, error })
    }
  return through
}
