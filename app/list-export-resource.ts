import { listRoute } from './lists.server.ts'

/** Exports the matching or selected rows of a list as CSV. */
export const loader = listRoute('export')
