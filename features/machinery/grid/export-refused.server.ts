import type { Visit } from '#web/context.ts'
import { plainPage } from '#web/plain-page.server.tsx'

/** Seconds after which one of the running exports has probably ended. */
const retryAfterSeconds = 30

/** The page in place of a file where too many exports run already: why, and what to do. `list` leads back to the rows. */
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
