/** What is printed for orders. The database keeps these names. */
export const printDocuments = ['slip', 'pick-list', 'label', 'invoice', 'credit-note'] as const
/** Those that every order may have: what is not printed of them can be asked for. */
export const usualDocuments = ['slip', 'pick-list', 'label', 'invoice'] as const satisfies readonly PrintDocument[]
export type PrintDocument = (typeof printDocuments)[number]
