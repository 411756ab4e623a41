import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { memberLoader } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'

/** A picture of the guides; browsers keep it for a day. */
export const loader = memberLoader(async ({ hub, url }) => {
  const name = url.searchParams.get('name') ?? ''
  if (!/^[\w-]+\.png$/.test(name)) throw refuse('not-found')
  const file = await readFile(path.join(hub.config.guides, 'images', name)).catch(() => null)
  if (!file) throw refuse('not-found')
  return new Response(file, { headers: { 'Content-Type': 'image/png', 'Cache-Control': 'private, max-age=86400' } })
})
