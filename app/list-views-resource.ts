import { listRoute } from './lists.server.ts'

/** Saves or deletes a view of a list. */
export const action = listRoute('views')
