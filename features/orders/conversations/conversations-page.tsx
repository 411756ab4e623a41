import { listLoader } from '#features/machinery/grid/list-routes.server.ts'
import { ListScreen } from '#features/machinery/grid/list-screen.tsx'
import { conversationsList } from './conversations-list.server.ts'

/** Loads a page of conversations. */
export const loader = listLoader(conversationsList)

const concerns = ['talk'] as const

/** List of conversations with buyers. */
export default function ConversationsPage() {
  return <ListScreen concerns={concerns} />
}
