import { data, redirect } from '#web/router/router.ts'
import {
  newMessageKey,
  sendMessage,
  type MessageOutcome,
} from '#features/orders/conversations/add-message-db.server.ts'
import { conversationsList } from '#features/orders/conversations/conversations-list.server.ts'
import { conversationMarks, markConversation } from '#features/orders/conversations/mark-conversations-db.server.ts'
import type { ThreadAnswer } from '#features/orders/conversations/message-form.tsx'
import { messageLimits, parseMessageKey, seenField } from '#features/orders/conversations/message.ts'
import { findNextWaiting, waitingIn } from '#features/orders/conversations/next-waiting-db.server.ts'
import { openPlaces } from '#features/orders/conversations/template.ts'
import { replyHref, threadId } from '#features/orders/conversations/thread-id.ts'
import { threadIn, type ThreadKey } from '#features/orders/conversations/thread-key.ts'
import { addSentPictures } from '#features/core/listing-pictures/add-sent-pictures.server.ts'
import { readChosenPictures } from '#features/core/listing-pictures/picture.ts'
import { refusalText } from '#features/core/listing-pictures/picture-refusal.ts'
import { keepPictures } from '#features/core/listing-pictures/pictures-db.server.ts'
import { parseCaseNumber } from '#features/core/order/order-case.ts'
import { readTaskBack } from '#features/core/task/task-back.ts'
import { backToList } from '#features/machinery/grid/way-back.server.ts'
import { filesIn, oneOf, secretOf, textOf } from '#lib/form-fields.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { openedList } from '#features/order-page/read/opened-list.server.ts'

const steps = ['send', 'next', ...conversationMarks] as const

/** Sends a message or marks the conversation, then redirects; returns the message if it is invalid. */
export async function answerConversation(visit: SellerActionArgs) {
  const { form, url, seller, write } = visit
  const step = oneOf(form, 'step', steps)
  const thread = threadIn(url)
  if (!step || !thread) throw refuse('malformed')
  if (step === 'send' || step === 'next') return send(visit, thread, step)
  const seen = parseMessageKey(textOf(form, seenField))
  const isKnown = await write((db) => markConversation(db, { sellerId: seller.id, thread, mark: step, seen }))
  if (!isKnown) throw refuse('not-found')
  return redirect(back(visit, thread), { status: 303 })
}

/** URL of the page that the form was on: the conversation's own, or that of its order or case. */
function back({ url: { searchParams } }: SellerActionArgs, thread: ThreadKey): string {
  const from = searchParams.get('from') ?? undefined
  const about = parseCaseNumber(searchParams.get('about')) ?? undefined
  switch (searchParams.get('page')) {
    case 'order':
      return `${paths.orderDetails(thread, from)}#${threadId}`
    case 'case':
      return about ? `${paths.caseDetails(about, from)}#${threadId}` : paths.conversation(thread)
    default:
      return paths.conversation(thread, { from, about })
  }
}

/** URL of the next conversation that waits for an answer; after the last one, of the list of those, then empty. */
async function nextHref(visit: SellerActionArgs, thread: ThreadKey): Promise<string> {
  const { from, list } = openedList(visit)
  const next = await visit.read((db) => findNextWaiting(db, list, thread))
  return next === null
    ? backToList(conversationsList, waitingIn(list), visit.texts).href
    : replyHref(next, from ?? undefined)
}

async function send(visit: SellerActionArgs, thread: ThreadKey, step: 'send' | 'next') {
  const { form, hub, member, seller, texts, write } = visit
  const key = parseMessageKey(textOf(form, 'key'))
  // Case keys are short.
  if (!key || textOf(form, 'subject').length > 60) throw refuse('malformed')
  const text = secretOf(form, 'message')
  const subject = textOf(form, 'subject') || null
  const places = openPlaces(text)
  const sent = await takePictures(visit)
  const shown = (error: string | null, status: number) => showAgain(visit, { text, sent, error, status })
  if (places.length > 0)
    return shown(texts.t('talk.error.places', { places: places.map((name) => `{{${name}}}`).join(', ') }), 422)
  if (sent.errors.length > 0) return shown(null, 422)
  // Sending moves the conversation within the list.
  const next = step === 'next' ? await nextHref(visit, thread) : null
  const outcome = await write((db) =>
    sendMessage(db, {
      sellerId: seller.id,
      thread,
      key,
      subject,
      text,
      pictures: sent.hashes,
      seen: parseMessageKey(textOf(form, seenField)),
      actor: { kind: 'MEMBER', id: member.id, name: member.name },
      now: hub.now(),
    }),
  )
  if (outcome.ok) return redirect(readTaskBack(form, 'answered') ?? next ?? back(visit, thread), { status: 303 })
  if (outcome.reason === 'unknown') throw refuse('not-found')
  return shown(errorText(outcome.reason, visit), outcome.reason === 'other-text' ? 409 : 422)
}

type Refused = Exclude<Extract<MessageOutcome, { ok: false }>['reason'], 'unknown'>

function errorText(reason: Refused, { texts: { t } }: SellerActionArgs): string {
  switch (reason) {
    case 'long':
      return t('talk.error.long', { n: messageLimits.text })
    case 'too-many-pictures':
      return t('talk.error.too-many-pictures', { n: messageLimits.pictures })
    case 'empty':
    case 'other-text':
    case 'unknown-picture':
      return t(`talk.error.${reason}`)
  }
}

type SentPictures = Awaited<ReturnType<typeof takePictures>>

/** Pictures of a message: stored earlier or sent with it. */
async function takePictures({ form, hub, seller, request, requireStill, texts }: SellerActionArgs) {
  const isText = (value: unknown): value is string => typeof value === 'string'
  const chosen = readChosenPictures(form.getAll('picture').filter(isText), { isPrivate: true })
  const files = filesIn(form, 'photos')
  const room = Math.max(0, messageLimits.pictures - chosen.length)
  const taken = await addSentPictures(
    { hub, sellerId: seller.id, requireStill, signal: request.signal, isPrivate: true },
    chosen,
    files.slice(0, room),
  )
  return {
    hashes: taken.chosen.map(({ hash }) => hash),
    errors: [
      ...taken.refused.map(({ name, refusal }) => `${name}: ${refusalText(refusal, texts)}`),
      ...(files.length > room ? [texts.t('talk.error.too-many-pictures', { n: messageLimits.pictures })] : []),
    ],
  }
}

interface Again {
  text: string
  sent: SentPictures
  error: string | null
  status: number
}

/** Returns the message as typed with a new key, because the next submit is a new request. */
async function showAgain({ hub, seller, write }: SellerActionArgs, { text, sent, error, status }: Again) {
  const chosen = sent.hashes.map((hash) => ({ hash, alt: '' }))
  const pictures = await write((db) => keepPictures(db, { sellerId: seller.id, chosen, now: hub.now() }))
  const answer: ThreadAnswer = { key: newMessageKey(), text, pictures, textError: error, pictureErrors: sent.errors }
  return data(answer, { status })
}
