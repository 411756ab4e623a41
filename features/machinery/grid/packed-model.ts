import { compact, expand, type Compact } from '#lib/compact.ts'
import { pack, unpack, type Packed } from '#lib/packed.ts'
import type { GridModel, GridRow } from '#shui/grid/grid-model.ts'

/** Compact form of a grid's model for hydration, since the HTML already contains its contents. */
export interface PackedGridModel {
  /** Key of the page's grid. */
  path: string
  rows: Packed<GridRow>
  around: Compact<Omit<GridModel, 'rows'>>
}

export function packModel({ rows, ...around }: GridModel): PackedGridModel {
  return { path: around.path, rows: pack(rows), around: compact(around) }
}

/** Unpacks a model; on the server returns the same rows. */
export function unpackModel({ rows, around }: PackedGridModel): GridModel {
  return { ...expand(around), rows: unpack(rows) }
}
