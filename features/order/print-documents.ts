/** What is printed for orders. The database keeps these names. */
export const printDocuments = ['slip', 'pick-list', 'label', 'invoice'] as const
export type PrintDocument = (typeof printDocuments)[number]
