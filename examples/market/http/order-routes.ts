import type { Hono } from 'hono'
import { HubAway, HubRefusal } from '../hub-client.ts'
import type { Notice } from '../pages/frame.tsx'
import { cancelReasons, caseSteps, returnReasons } from '../pages/words.ts'
import { findSeller } from '../store/offers.ts'
import {
  findFeedback,
  findOrder,
  keepCase,
  keepFeedback,
  keepMessage,
  keepOrder,
  listCases,
  listMessages,
  listOrders,
  type MarketOrder,
} from '../store/orders.ts'
import { draw } from '../store/visits.ts'
import type { Market } from './market.ts'
import { formOf, frameOf, textOf, type MarketContext, type VisitEnv } from './visit.ts'

/** A buyer's orders and actions on them; other buyers' orders respond 404. */
export function addOrders(app: Hono<VisitEnv>, market: Market): void {
  const { store, hub, render } = market

  app.get('/orders', (c) => {
    const { buyer } = c.get('visit')
    if (buyer === null) return c.redirect('/sign-in?next=/orders', 303)
    const orders = listOrders(store, buyer).map((order) => ({ order, seller: findSeller(store, order.seller) }))
    const isNew = c.req.query('placed') !== undefined
    const notice: Notice | null = isNew ? { tone: 'good', text: 'Thank you: it is ordered. No money has moved.' } : null
    return c.html(render('orders', { frame: frameOf(c, market), orders, notice }))
  })

  app.get('/orders/:id', (c) => {
    const order = ownOrder(c)
    if (!order) return c.get('visit').buyer === null ? signIn(c) : c.notFound()
    const done = keyOf(dones, c.req.query('done') ?? '')
    return show(c, order, done ? { tone: 'good', text: dones[done] } : null)
  })

  app.get('/orders/:id/photos/:picture', async (c) => {
    const order = ownOrder(c)
    const named = c.req.param('picture')
    const isTheirs =
      order && listCases(store, order.id).some(({ photos }) => photos.some(({ picture }) => picture === named))
    if (!isTheirs) return c.notFound()
    const file = await hub.picture(order.seller, named)
    return c.body(await file.arrayBuffer(), 200, {
      'Content-Type': file.headers.get('content-type') ?? 'image/webp',
      'Cache-Control': 'private, max-age=86400',
    })
  })

  app.post('/orders/:id', async (c) => {
    const form = await formOf(c)
    const order = ownOrder(c)
    if (!order) return c.notFound()
    const requestId = textOf(form, 'requestId')
    if (!/^[\w-]{20,40}$/.test(requestId)) return c.notFound()
    try {
      const done = await fulfil(order, form, `${order.id.slice(0, 50)}-${requestId}`)
      return c.redirect(`/orders/${encodeURIComponent(order.id)}?done=${done}`, 303)
    } catch (error) {
      if (error instanceof HubRefusal && error.problem.status === 404) return c.notFound()
      if (error instanceof HubRefusal) return show(c, order, { tone: 'bad', text: refusalText(error) }, 409)
      if (error instanceof HubAway)
        return show(
          c,
          order,
          { tone: 'bad', text: 'The seller’s side does not answer now: try again in a moment.' },
          503,
        )
      throw error
    }
  })

  const signIn = (c: MarketContext) => c.redirect(`/sign-in?next=${encodeURIComponent(c.req.path)}`, 303)

  function ownOrder(c: MarketContext): MarketOrder | null {
    const order = findOrder(store, c.req.param('id') ?? '')
    return order && order.buyer === c.get('visit').buyer && order.state !== 'REFUSED' ? order : null
  }

  function show(c: MarketContext, order: MarketOrder, notice: Notice | null, status: 200 | 409 | 503 = 200) {
    return c.html(
      render('order', {
        frame: frameOf(c, market),
        order,
        seller: findSeller(store, order.seller),
        messages: listMessages(store, order.id),
        cases: listCases(store, order.id),
        feedback: findFeedback(store, order.id),
        requestId: draw(),
        notice,
      }),
      status,
    )
  }

  async function fulfil(ordered: MarketOrder, form: FormData, requestId: string): Promise<keyof typeof dones> {
    const { id, seller } = ordered
    // The market's key can access everything of the seller, so the market itself must check that a parcel or case
    // belongs to the order.
    const ownOf = (name: string, own: readonly string[]): string => {
      const named = textOf(form, name)
      if (own.includes(named)) return named
      throw new HubRefusal({ type: 'about:blank', title: 'There is no such thing', status: 404 })
    }
    const text = (name: string, most: number) => textOf(form, name).slice(0, most)
    switch (textOf(form, 'step')) {
      case 'ask': {
        const sentAt = market.now().toISOString()
        keepMessage(store, await hub.sendMessage(seller, id, { id: requestId, text: text('text', 2_000), sentAt }))
        return 'asked'
      }
      case 'arrived': {
        const at = market.now().toISOString()
        const shipment = ownOf('parcel', ordered.order?.parcels.map((parcel) => parcel.id) ?? [])
        await hub.tellTracking(seller, { shipment, event: 'DELIVERED', at })
        keepOrder(store, await hub.order(seller, id))
        return 'arrived'
      }
      case 'cancel':
        keepOrder(
          store,
          await hub.requestCancellation(seller, id, {
            id: requestId,
            reason: keyOf(cancelReasons, textOf(form, 'reason')) ?? 'OTHER',
          }),
        )
        return 'cancel'
      case 'return': {
        const photo = form.get('photo')
        const photos = photo instanceof File && photo.size > 0 ? [{ picture: await sendPhoto(seller, photo) }] : []
        const reason = keyOf(returnReasons, textOf(form, 'reason')) ?? 'NOT_AS_DESCRIBED'
        keepCase(
          store,
          await hub.openCase(seller, id, { id: requestId, kind: 'RETURN', reason, photos, ...aboutLine(form) }),
        )
        return 'return'
      }
      case 'missing':
        keepCase(store, await hub.openCase(seller, id, { id: requestId, kind: 'NOT_RECEIVED', ...aboutLine(form) }))
        return 'missing'
      case 'case': {
        const number = ownOf(
          'case',
          listCases(store, id).map((each) => each.number),
        )
        const step = keyOf(caseSteps, textOf(form, 'move')) ?? 'withdraw'
        const [carrier, trackingNumber] = [text('carrier', 60), text('tracking', 60)]
        const parcel = step === 'send-back' && carrier && trackingNumber ? { carrier, trackingNumber } : null
        keepCase(store, await hub.takeCaseStep(seller, number, { id: requestId, step, parcel }))
        return 'case'
      }
      case 'feedback': {
        const stars = Math.min(5, Math.max(1, Math.trunc(Number(textOf(form, 'stars'))) || 5))
        const rating = stars >= 4 ? 'POSITIVE' : stars === 3 ? 'NEUTRAL' : 'NEGATIVE'
        const comment = text('comment', 500)
        const leftAt = market.now().toISOString()
        await hub.leaveFeedback(seller, `fb-${id}`.slice(0, 100), {
          order: id,
          rating,
          stars,
          comment: comment || null,
          leftAt,
        })
        keepFeedback(store, id, { rating, stars, comment })
        return 'feedback'
      }
      default:
        throw new HubRefusal({ type: 'about:blank', title: 'There is no such step', status: 422 })
    }
  }

  async function sendPhoto(seller: string, photo: File): Promise<string> {
    return hub.sendPicture(seller, { type: photo.type, bytes: new Uint8Array(await photo.arrayBuffer()) })
  }
}

/** Messages after a form. */
const dones = {
  asked: 'Your question is with the seller.',
  arrived: 'It has arrived.',
  cancel: 'You have asked to cancel: the seller answers.',
  return: 'You have asked for the return: the seller answers.',
  missing: 'The seller knows that it has not come.',
  case: 'It is noted.',
  feedback: 'Thank you for your feedback.',
}

const keyOf = <T extends object>(of: T, text: string): keyof T | null =>
  Object.hasOwn(of, text) ? (text as keyof T) : null

function aboutLine(form: FormData): { line: number; quantity: number; message: string } {
  const whole = (name: string) => Math.max(1, Math.trunc(Number(textOf(form, name))) || 1)
  return { line: whole('line'), quantity: whole('quantity'), message: textOf(form, 'message').slice(0, 1_000) || '—' }
}

function refusalText({ code, problem }: HubRefusal): string {
  if (code === 'picture-refused' || code === 'unsupported-media-type' || code === 'too-large')
    return 'The photo could not be taken: send a JPEG, PNG or WebP below 12 MB.'
  if (code === 'not-possible-now') return 'That is not possible any more, as the order stands now.'
  return `The seller’s side refused it: ${problem.errors?.[0]?.detail ?? problem.title}`
}
