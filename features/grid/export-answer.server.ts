import type { SellerArgs } from '#web/guard.server.ts'
import { exportRefused } from './export-refused.server.tsx'
import { csvDownload, exportStream, type ExportArgs } from './export-stream.server.ts'

interface AnswerArgs<Row> extends Pick<ExportArgs<Row>, 'batches' | 'file'> {
  fileName: string
  /** The address of the list that is exported. */
  list: string
}

/** Answers with the rows as a file, or with the page that says why not now. */
export function answerExport<Row>(visit: SellerArgs, { fileName, list, batches, file }: AnswerArgs<Row>): Response {
  const { hub, member, read, requestId } = visit
  const slot = hub.exports.take(member.id)
  if (!slot.ok) return exportRefused(visit, { reason: slot.reason, list })
  const body = exportStream({
    read,
    batches,
    file,
    onError: (error) => hub.log.error({ err: error, requestId }, 'an export failed'),
    onEnd: slot.release,
  })
  return csvDownload(body, fileName)
}
