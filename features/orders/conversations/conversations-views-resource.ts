import { listViews } from '#features/machinery/grid/list-routes.server.ts'
import { conversationsList } from './conversations-list.server.ts'

/** Saves or deletes a view of the list of conversations. */
export const action = listViews(conversationsList)
