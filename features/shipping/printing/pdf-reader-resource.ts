import { sellerLoader } from '#web/guard.server.ts'
import { readPdfReader } from './draw-labels.server.ts'

/** The script that reads PDF, for pages that draw labels. */
export const loader = sellerLoader(
  'labels.buy',
  async () =>
    new Response(new Uint8Array(await readPdfReader()), {
      headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'private, max-age=86400' },
    }),
)
