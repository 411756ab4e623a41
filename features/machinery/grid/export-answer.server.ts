import type { SellerArgs } from '#web/guard.server.ts'
import type { Role } from '#web/roles.ts'
import { exportRefused } from './export-refused.server.ts'
import { takeMemberPlace } from './export-slots.server.ts'
import { csvDownload, exportStream, type ExportArgs } from './export-stream.server.ts'

interface AnswerArgs<Row> extends Pick<ExportArgs<Row>, 'batches' | 'file'> {
  fileName: string
  /** The address of the list that is exported. */
  list: string
  /** Whether a role may have what the file holds. */
  mayHave: (role: Role) => boolean
}

/**
 * Answers with the rows as a file, or with the page that says why not now. A member's own limit is judged first: whoever
 * asks for more than that takes no place of the hub's, not even for a moment, and others have theirs. It ends where its reader
 * loses the role that it is for.
 */
export async function answerExport<Row>(
  visit: SellerArgs,
  { fileName, list, mayHave, batches, file }: AnswerArgs<Row>,
): Promise<Response> {
  const { hub, member, read, roleNow, logFailure } = visit
  const { promise: judged, resolve, reject } = Promise.withResolvers<'admitted' | 'member' | 'hub'>()
  let release: (() => void) | null = null
  const body = exportStream({
    read,
    admit: async (db) => {
      const isWithinOwn = await takeMemberPlace(db, member.id)
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
      // Before it began it is the answer that fails.
      reject(error)
      logFailure(error, 'an export failed')
    },
    onEnd: () => release?.(),
  })
  const outcome = await judged
  return outcome === 'admitted' ? csvDownload(body, fileName) : exportRefused(visit, { reason: outcome, list })
}
