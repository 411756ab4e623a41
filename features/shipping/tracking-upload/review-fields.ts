// The names of the fields by which a seller corrects a file; pages and forms share them.

/** The field that says what a column holds. */
export const columnField = (at: number) => `column.${at}`
/** The field of one cell, or of the same cell in several rows. */
export const cellField = (rows: { from: number; to: number }, key: string) => `cell.${rows.from}-${rows.to}.${key}`
/** A checkbox that is not checked is not sent: this field says that it was there. */
export const shownField = (name: string) => `shown.${name}`
