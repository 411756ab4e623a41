import type { Hub } from '#web/hub.ts'
import type { PictureFile } from './picture-store.server.ts'

const namePattern = /^([0-9a-f]{32})-(large|small)\.webp$/

/**
 * Serves a public picture: marketplaces show it to buyers, and its hash is unguessable. Contents never change, so
 * caches may keep it forever.
 */
export async function answerPicture(hub: Pick<Hub, 'pictures' | 'log'>, name: string): Promise<Response> {
  const [, hash, size] = namePattern.exec(name) ?? []
  if (!hash) return missing()
  return answer(
    hub,
    { hash, size: size === 'large' ? 'large' : 'small' },
    {
      'Cache-Control': 'public, max-age=31536000, immutable',
      // Marketplace pages on other hosts embed it.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  )
}

/** Serves a private picture to an authorized reader, cached briefly and only by that browser. */
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
    log.error({ err: error }, 'could not read a picture from its store')
    return plain('The picture cannot be read just now.', 503)
  }
}

/** Not cached: the file may exist later. */
export function missing(): Response {
  return plain('There is no such file.', 404)
}

/** A text that no cache keeps. */
export function plain(text: string, status: number): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' } })
}
