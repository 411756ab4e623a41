import { attachment } from '#lib/attachment.ts'
import type { Hub } from '#web/hub.ts'
import { missing, plain } from './answer-picture.server.ts'

/** Serves a private document to an authorized reader: to save, never to show, and kept by no cache. */
export async function answerDocument(
  { pictures, log }: Pick<Hub, 'pictures' | 'log'>,
  { hash, name }: { hash: string; name: string },
): Promise<Response> {
  try {
    const bytes = await pictures.store.get({ hash, size: 'document' })
    if (!bytes) return missing()
    return new Response(bytes, {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Length': String(bytes.length),
        'Content-Disposition': attachment(name),
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'private, no-store',
        'Cross-Origin-Resource-Policy': 'same-origin',
      },
    })
  } catch (error) {
    log.error({ err: error }, 'could not read a document from its store')
    return plain('The document cannot be read just now.', 503)
  }
}
