import { compact, expand, type Compact } from '#lib/compact.ts'
import { pack, unpack, type Packed } from '#lib/packed.ts'
import type { GridModel, GridRow } from '#shui/grid/grid-model.ts'

/** A grid's model on its way into the browser, which has all of it in the HTML already: a second time it is short. */
export interface PackedGridModel {
  /** The key of the page's grid. */
  path: string
  rows: Packed<GridRow>
  /** All but the rows. */
  around: Compact<Omit<GridModel, 'rows'>>
}

/** What a loader returns. */
export function packModel({ rows, ...around }: GridModel): PackedGridModel {
  return { path: around.path, rows: pack(rows), around: compact(around) }
}

/** What is drawn; on the server the very rows that were packed. */
export function unpackModel({ rows, around }: PackedGridModel): GridModel {
  return { ...expand(around), rows: unpack(rows) }
}
