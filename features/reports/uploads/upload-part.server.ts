import type { SellerDb } from '#db/client.ts'
import type { TakenRun } from '#features/machinery/file-runs/file-run.ts'
import type { FileLine } from '#features/machinery/file-runs/uploaded-file.server.ts'
import { workOnPart, type PartProgress } from '#features/machinery/file-runs/work-on-part.server.ts'
import type { RowHead } from '#features/selling/listing-files/read-rows.ts'
import type { Hub } from '#web/hub.ts'

/** How far a file was worked through. */
interface Position {
  /** The last line that was worked on. */
  line: number
  /** Where the file is read on, while it is checked. */
  from?: FileLine
  /** The row above it that rows of a listing's variations may continue. */
  head?: RowHead | null
}

/** Does a part of the work on an uploaded file of listings or records. */
export const workOnUpload = (
  hub: Hub,
  run: TakenRun,
  work: (db: SellerDb) => Promise<PartProgress<Position> | null>,
): ReturnType<typeof workOnPart> => workOnPart(hub, run, work)

/** How far an upload was worked through; null at the beginning. Only `workOnUpload` writes these, so the cast is safe. */
export const positionOf = ({ position }: TakenRun): Position | null => position as Position | null

/** The last line that was worked on; 0 at the beginning. */
export const lineOf = (run: TakenRun): number => positionOf(run)?.line ?? 0
