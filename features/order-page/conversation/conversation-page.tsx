import { useActionData, useLoaderData } from '#web/router/router.ts'
import { useLive } from '#features/machinery/live/use-live.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { pictureForm } from '#web/form-body.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { parseQuestionKey } from '#features/orders/conversations/thread-key.ts'
import { answerConversation } from './answer-conversation.server.ts'
import { readOrderConversation } from './conversation-page.server.ts'
import { ConversationView } from './conversation-view.tsx'
import { readQuestionPage } from './question-page.server.ts'

await loadTexts('order')

export const loader = sellerLoader('buyers.talk', async (visit) => {
  const question = parseQuestionKey(visit.url.searchParams.get('question'))
  if (question) return readQuestionPage(visit, question)
  const order = parseOrderNumber(visit.url.searchParams.get('orderid'))
  if (order) return readOrderConversation(visit, order)
  throw refuse('not-found')
})

export const action = sellerAction('buyers.talk', answerConversation, pictureForm)

const concerns = ['orders', 'listings', 'talk'] as const

export default function ConversationPage() {
  const page = useLive(useLoaderData<typeof loader>(), concerns)
  const answer = useActionData<typeof action>()
  return <ConversationView page={page} answer={answer ?? null} />
}
