/** Printable documents. The names are stored in the database. */
export const printDocuments = ['slip', 'pick-list', 'label', 'invoice', 'credit-note'] as const
/** Documents available for every order, whose absence can be filtered for. */
export const defaultDocuments = ['slip', 'pick-list', 'label', 'invoice'] as const satisfies readonly PrintDocument[]
export type PrintDocument = (typeof printDocuments)[number]
