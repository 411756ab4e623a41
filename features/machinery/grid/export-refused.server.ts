import type { Visit } from '#web/context.ts'
import { plainPage } from '#web/plain-page.server.tsx'

/** Seconds after which a running export has probably finished. */
const retryAfterSeconds = 30

/** Page shown if too many exports are running. `list` links back to the rows. */
export function exportRefused(
  visit: Pick<Visit, 'texts' | 'nonce' | 'signedIn'>,
  { reason, list }: { reason: 'member' | 'hub'; list: string },
): Response {
  const { t } = visit.texts
  return plainPage(
    visit,
    {
      title: t('grid.exportRefused.title'),
      paragraphs: [t(reason === 'member' ? 'grid.exportRefused.member' : 'grid.exportRefused.hub')],
      link: { href: list, words: t('grid.exportRefused.back') },
    },
    { status: reason === 'member' ? 429 : 503, headers: { 'Retry-After': String(retryAfterSeconds) } },
  )
}
