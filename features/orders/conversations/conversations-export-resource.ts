import { listExport } from '#features/machinery/grid/list-routes.server.ts'
import { conversationsList } from './conversations-list.server.ts'

/** The conversations of a query as CSV. */
export const loader = listExport(conversationsList)
