import type { SellerArgs } from '#web/guard.server.ts'
import type { Role } from '#web/roles.ts'
import { takeMemberSlot } from './export-slots.server.ts'
import { csvDownload, exportStream, type ExportArgs } from './export-stream.server.ts'
import type { Visit } from '#web/context.ts'
import { plainPage } from '#web/plain-page.server.tsx'

interface AnswerArgs<Row> extends Pick<ExportArgs<Row>, 'batches' | 'file'> {
  fileName: string
  /** URL of the exported list. */
  list: string
  mayHave: (role: Role) => boolean
}

/**
 * Streams the rows as a file, or returns a page with the reason why not. Checks the member's own limit before taking
 * one of the hub's slots. Aborts if the reader loses the role.
 */
export async function answerExport<Row>(
  visit: SellerArgs,
  { fileName, list, mayHave, batches, file }: AnswerArgs<Row>,
): Promise<Response> {
  const { hub, member, read, roleNow, logFailure } = visit
  const { promise: admission, resolve, reject } = Promise.withResolvers<'admitted' | 'member' | 'hub'>()
  let release: (() => void) | null = null
  const body = exportStream({
    read,
    admit: async (db) => {
      const isWithinOwn = await takeMemberSlot(db, member.id)
      if (isWithinOwn) release = hub.exports.take()
      resolve(release ? 'admitted' : isWithinOwn ? 'hub' : 'member')
      return release !== null
    },
    mayGoOn: async () => {
      const role = await roleNow()
      return role !== null && mayHave(role)
    },
    batches,
    file,
    onError: (error) => {
      // Before the stream starts, a failure becomes the response.
      reject(error)
      logFailure(error, 'export failed')
    },
    onEnd: () => release?.(),
  })
  const outcome = await admission
  return outcome === 'admitted' ? csvDownload(body, fileName) : exportRefused(visit, { reason: outcome, list })
}

/** Seconds after which a running export has probably finished. */
const retryAfterSeconds = 30

/** Page shown if too many exports are running. `list` links back to the rows. */
function exportRefused(
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
