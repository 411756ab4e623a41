import { isDatabaseUnavailable, isStatementTimeout } from '#db/failure.ts'

export type ReportFailure = (error: unknown, sellerId: number) => void

interface Piece {
  sellerId: number
}

interface WorkedThrough<P extends Piece, Result> {
  done: Result[]
  failed: { piece: P; error: unknown }[]
}

/**
 * Processes due work of several sellers, one unit at a time. A failure is reported and does not block the others.
 * @throws immediately if the database is unavailable
 */
export async function forEachIsolated<P extends Piece, Result>(
  pieces: Iterable<P>,
  work: (piece: P) => Promise<Result>,
  report: ReportFailure,
): Promise<WorkedThrough<P, Result>> {
  const through: WorkedThrough<P, Result> = { done: [], failed: [] }
  for (const piece of pieces)
    try {
      through.done.push(await work(piece))
    } catch (error) {
      if (isDatabaseUnavailable(error) && !isStatementTimeout(error)) throw error
      report(error, piece.sellerId)
      through.failed.push({ piece, error })
    }
  return through
}
