import type { Hub } from '#web/hub.ts'
import type { PictureFile } from './picture-store.server.ts'

const namePattern = /^([0-9a-f]{32})-(large|small)\.webp$/

/**
 * A picture's file, for everybody: a marketplace shows it to its buyers, and its hash cannot be guessed. What a name
 * means never changes, so that browsers and caches may keep it for ever.
 */
export async function answerPicture(hub: Pick<Hub, 'pictures' | 'log'>, name: string): Promise<Response> {
  const [, hash, size] = namePattern.exec(name) ?? []
  if (!hash) return missing()
  return answer(
    hub,
    { hash, size: size === 'large' ? 'large' : 'small' },
    {
      'Cache-Control': 'public, max-age=31536000, immutable',
      // Pages of the marketplace on other hosts show it too.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  )
}

/** A picture's file for whoever has been let through: kept by nobody but that browser, and not for long. */
export function answerPrivatePicture(hub: Pick<Hub, 'pictures' | 'log'>, file: PictureFile): Promise<Response> {
  return answer(hub, file, { 'Cache-Control': 'private, max-age=600', 'Cross-Origin-Resource-Policy': 'same-origin' })
}

async function answer(
  { pictures, log }: Pick<Hub, 'pictures' | 'log'>,
  file: PictureFile,
  headers: Record<string, string>,
): Promise<Response> {
  try {
    const bytes = await pictures.store.get(file)
    if (!bytes) return missing()
    return new Response(bytes, {
      headers: {
        'Content-Type': 'image/webp',
        'Content-Length': String(bytes.length),
        'Content-Security-Policy': "default-src 'none'",
        'X-Content-Type-Options': 'nosniff',
        ...headers,
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
