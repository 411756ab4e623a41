import { listLoader } from '#features/machinery/grid/list-routes.server.ts'
import { ListScreen } from '#features/machinery/grid/list-screen.tsx'
import { conversationsList } from './conversations-list.server.ts'

/** A page of conversations. */
export const loader = listLoader(conversationsList)

const concerns = ['talk'] as const

/** What buyers and the seller wrote to each other. */
export default function ConversationsPage() {
  return <ListScreen concerns={concerns} />
}
