import { pack, unpack, type Packed } from '#lib/packed.ts'
import type { GridModel, GridRow } from '#shui/grid/grid-model.ts'

/** A grid's model on its way into the browser, which has its rows in the HTML already: a second time they are short. */
export type PackedGridModel = Omit<GridModel, 'rows'> & { rows: Packed<GridRow> }

/** What a loader returns. */
export function packModel(model: GridModel): PackedGridModel {
  return { ...model, rows: pack(model.rows) }
}

/** What is drawn; on the server the very rows that were packed. */
export function unpackModel(model: PackedGridModel): GridModel {
  return { ...model, rows: unpack(model.rows) }
}
