import type { Hub } from '#web/hub.ts'

const namePattern = /^([0-9a-f]{32})-(large|small)\.webp$/

/**
 * A picture's file, for everybody: a marketplace shows it to its buyers, and its hash cannot be guessed. What a name
 * means never changes, so that browsers and caches may keep it for ever.
 */
export async function answerPicture({ pictures, log }: Pick<Hub, 'pictures' | 'log'>, name: string): Promise<Response> {
  const [, hash, size] = namePattern.exec(name) ?? []
  if (!hash) return missing()
  try {
    const bytes = await pictures.store.get({ hash, size: size === 'large' ? 'large' : 'small' })
    if (!bytes) return missing()
    return new Response(bytes, {
      headers: {
        'Content-Type': 'image/webp',
        'Content-Length': String(bytes.length),
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Security-Policy': "default-src 'none'",
        'X-Content-Type-Options': 'nosniff',
        // Pages of the marketplace on other hosts show it too.
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
    })
  } catch (error) {
    log.error({ err: error }, 'a picture could not be read from its store')
    return plain('The picture cannot be read just now.', 503)
  }
}

function missing(): Response {
  return plain('There is no such picture.', 404)
}

/** Never kept: the picture may be there the next time. */
function plain(text: string, status: number): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' } })
}
