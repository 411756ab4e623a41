import type { SellerArgs } from '#web/guard.server.ts'
import { exportRefused } from './export-refused.server.tsx'
import { takeMemberPlace } from './export-slots.server.ts'
import { csvDownload, exportStream, type ExportArgs } from './export-stream.server.ts'

interface AnswerArgs<Row> extends Pick<ExportArgs<Row>, 'batches' | 'file'> {
  fileName: string
  /** The address of the list that is exported. */
  list: string
}

/** Answers with the rows as a file, or with the page that says why not now. */
export async function answerExport<Row>(
  visit: SellerArgs,
  { fileName, list, batches, file }: AnswerArgs<Row>,
): Promise<Response> {
  const { hub, member, read, logFailure } = visit
  const release = hub.exports.take()
  if (!release) return exportRefused(visit, { reason: 'hub', list })
  const { promise: admitted, resolve, reject } = Promise.withResolvers<boolean>()
  const body = exportStream({
    read,
    admit: async (db) => {
      const mayRun = await takeMemberPlace(db, member.id)
      resolve(mayRun)
      return mayRun
    },
    batches,
    file,
    onError: (error) => {
      // Before it began it is the answer that fails.
      reject(error)
      logFailure(error, 'an export failed')
    },
    onEnd: release,
  })
  return (await admitted) ? csvDownload(body, fileName) : exportRefused(visit, { reason: 'member', list })
}
