import { sellerLoader, type SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import type { ChangeStreams } from './change-streams.server.ts'

/** Heartbeat interval in milliseconds, below proxy timeouts. */
const beatMs = 20_000

/** Lifetime of a stream in milliseconds; the browser then reconnects. */
const lifeMs = 300_000

/** Maximum unread events per reader. */
const mostUnread = 100

/**
 * Streams the seller's changes as server-sent events: user name and topics such as `orders talk`. The page then loads
 * the data itself, so permissions apply. `missed` in the URL: milliseconds without a connection.
 */
export const loader = sellerLoader('hub.view', async ({ hub, seller, member, request, url, roleNow }) => {
  // As a data request, the router would wait for its end.
  if (new URL(request.url).pathname !== paths.live) throw new Response(null, { status: 404 })
  const missedMs = Number(url.searchParams.get('missed') ?? 0)
  const reader = { sellerId: seller.id, memberId: member.id, missedMs: Number.isFinite(missedMs) ? missedMs : 0 }
  const { signal } = request
  return new Response(changesOf(hub.live, { ...reader, shop: seller.username, roleNow, signal }), {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // Prevents buffering by proxies such as nginx.
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
        // Drop slow readers; they reconnect.
        if ((controller.desiredSize ?? 0) < -mostUnread) return end()
        controller.enqueue(encoder.encode(text))
      }
      const beat = () => say('event: beat\ndata:\n\n')
      // Start the response, so that the browser knows it is connected.
      beat()
      const remove = live.add({ ...reader, tell: (what) => say(`data: ${shop} ${what.join(' ')}\n\n`), end })
      if (!remove) return end()
      const beats = setInterval(() => {
        beat()
        // End the stream if the member lost access; keep it if the check fails.
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
