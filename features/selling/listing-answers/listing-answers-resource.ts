import { redirect } from '#web/router/router.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import { plainMessage } from '#features/orders/conversations/message.ts'
import { readableText } from '#features/core/policy-pack/hide-contacts.ts'
import { parseQuestionKey } from '#features/orders/conversations/thread-key.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { sellerAction } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { answerLimits } from './answer-limits.ts'
import { publishAnswer, removeAnswer } from './listing-answers-db.server.ts'

/** Adds an answer to its listing, or removes it, and redirects to the page that the form was on. */
export const action = sellerAction('listings.edit', async ({ form, hub, seller, texts, write }) => {
  const step = oneOf(form, 'step', ['publish', 'remove'])
  const thread = parseQuestionKey(textOf(form, 'thread'))
  const key = textOf(form, 'answer')
  if (step === 'remove') await write((db) => removeAnswer(db, seller.id, key))
  else if (step === 'publish' && thread) {
    if (!mayDo(seller.role, 'buyers.talk')) throw refuse('forbidden')
    const question = plainMessage(textOf(form, 'question'))
    if (question === '' || [...question].length > answerLimits.question) throw refuse('malformed')
    const publishing = { sellerId: seller.id, thread, key, question, now: hub.now() }
    const readable = readableText(hub.config.policyPack, texts)
    if (!(await write((db) => publishAnswer(db, publishing, readable)))) throw refuse('not-possible-now')
  } else throw refuse('malformed')
  const item = parseItemNumber(textOf(form, 'item'))
  const from = textOf(form, 'from') || undefined
  if (thread) return redirect(paths.conversation(thread, { from }), { status: 303 })
  return redirect(item ? paths.listing(item, from) : paths.listings.active, { status: 303 })
})
