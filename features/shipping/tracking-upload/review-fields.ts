// Field names of the review form, shared by page and server.

/** Field for a cell, or for the same cell in consecutive rows. */
export const cellField = (rows: { from: number; to: number }, key: string) => `cell.${rows.from}-${rows.to}.${key}`
/** Marks a checkbox as present, because browsers do not send unchecked ones. */
export const shownField = (name: string) => `shown.${name}`
/** Holds what a cell showed, so that only those typed anew are read. */
export const shownCellField = (field: string) => `was.${field}`
