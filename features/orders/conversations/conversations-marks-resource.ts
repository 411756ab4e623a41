import { redirect } from '#web/router/router.ts'
import { chosenIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { openChosen } from '#features/machinery/grid/list-routes.server.ts'
import { textsIn } from '#lib/form-fields.ts'
import { gridHref } from '#lib/grid-query.ts'
import { sellerAction } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { conversationsList } from './conversations-list.server.ts'
import { parseMessageKey, seenField } from './message.ts'
import { conversationMarks, markConversations } from './mark-conversations-db.server.ts'
import { parseThreadKey } from './thread-key.ts'

/** Marks the selected conversations (`step` in the URL) up to `seen`, and redirects to the list. */
export const action = sellerAction('buyers.talk', async (visit) => {
  const { form, seller, url, write } = visit
  const mark = conversationMarks.find((each) => each === url.searchParams.get('step'))
  const sent = textsIn(form).filter(([name]) => name !== 'srt')
  if (!mark) throw refuse('malformed')
  const match = openChosen(
    conversationsList,
    { path: paths.conversations, params: new URLSearchParams(sent), parse: parseThreadKey },
    visit,
  )
  const seen = parseMessageKey(url.searchParams.get(seenField) ?? '')
  await write(async (db) => {
    const chosen = await chosenIds(db, conversationsList, match)
    await markConversations(db, { sellerId: seller.id, chosen, mark, seen })
  })
  return redirect(gridHref(paths.conversations, match.query, match.definition), { status: 303 })
})
