import { sellerLoader, type SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import type { ChangeStreams } from './change-streams.server.ts'

/** Milliseconds between two signs of life: less than proxies wait for. */
const beatMs = 20_000

/** Milliseconds that a stream lasts: the browser opens another. */
const lifeMs = 300_000

/** Events that a reader may be behind. */
const mostUnread = 100

/**
 * What changes of the seller, while it changes: server-sent events, each the seller's user name and words such as
 * `orders talk`. What it is the page asks for itself, so that nothing is told here that its reader may not see. `missed` in
 * the address: for how many milliseconds the page has heard nothing.
 */
export const loader = sellerLoader('hub.view', async ({ hub, seller, member, request, url, roleNow }) => {
  // Asked for as data the router would wait for its end.
  if (new URL(request.url).pathname !== paths.live) throw new Response(null, { status: 404 })
  const missedMs = Number(url.searchParams.get('missed') ?? 0)
  const reader = { sellerId: seller.id, memberId: member.id, missedMs: Number.isFinite(missedMs) ? missedMs : 0 }
  const { signal } = request
  return new Response(changesOf(hub.live, { ...reader, shop: seller.username, roleNow, signal }), {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // Proxies such as nginx would gather it.
      'X-Accel-Buffering': 'no',
    },
  })
})

interface Reader {
  sellerId: number
  memberId: string
  shop: string
  missedMs: number
  roleNow: SellerArgs['roleNow']
  signal: AbortSignal
}

function changesOf(live: ChangeStreams, { shop, signal, roleNow, ...reader }: Reader): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const over = new AbortController()
  return new ReadableStream({
    start(controller) {
      const end = () => {
        if (over.signal.aborted) return
        over.abort()
        controller.close()
      }
      const say = (text: string) => {
        // Who does not read is not waited for: it opens another one.
        if ((controller.desiredSize ?? 0) < -mostUnread) return end()
        controller.enqueue(encoder.encode(text))
      }
      const beat = () => say('event: beat\ndata:\n\n')
      // The answer begins: the browser knows that it listens.
      beat()
      const remove = live.add({ ...reader, tell: (what) => say(`data: ${shop} ${what.join(' ')}\n\n`), end })
      if (!remove) return end()
      const beats = setInterval(() => {
        beat()
        // Whoever may not see the seller any more hears no more of it; where nobody can say, nothing has changed.
        roleNow().then(
          (role) => (role && mayDo(role, 'hub.view') ? null : end()),
          () => {},
        )
      }, beatMs)
      const life = setTimeout(end, lifeMs)
      over.signal.addEventListener('abort', () => {
        remove()
        clearInterval(beats)
        clearTimeout(life)
      })
      signal.addEventListener('abort', () => over.abort(), { once: true })
    },
    cancel: () => over.abort(),
  })
}
