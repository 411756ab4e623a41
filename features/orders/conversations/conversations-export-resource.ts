import { listExport } from '#features/machinery/grid/list-routes.server.ts'
import { conversationsList } from './conversations-list.server.ts'

/** Exports matching conversations as CSV. */
export const loader = listExport(conversationsList)
