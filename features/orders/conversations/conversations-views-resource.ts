import { listViews } from '#features/machinery/grid/list-routes.server.ts'
import { conversationsList } from './conversations-list.server.ts'

/** Keeps and deletes views of the list of conversations. */
export const action = listViews(conversationsList)
