import { attachment } from '#lib/attachment.ts'
import type { SellerArgs } from '#web/guard.server.ts'
import type { Role } from '#web/roles.ts'

/** A file that is written while it is read. */
interface AnsweredFile {
  fileName: string
  contentType: string
  /** Whether a role may have it; asked again before each part. */
  mayHave: (role: Role) => boolean
}

/** Answers with a file, part by part. Null if it has no parts. */
export async function answerFile(
  { roleNow }: Pick<SellerArgs, 'roleNow'>,
  parts: AsyncGenerator<Uint8Array, void>,
  { fileName, contentType, mayHave }: AnsweredFile,
): Promise<Response | null> {
  let waiting = await parts.next()
  if (waiting.done) return null
  const body = new ReadableStream<Uint8Array>({
    // Called once the reader is ready for more: no connection waits for a slow one.
    async pull(controller) {
      if (waiting.done) return controller.close()
      const role = await roleNow()
      if (!role || !mayHave(role)) return controller.error(new Error('the reader may not have it any more'))
      controller.enqueue(waiting.value)
      waiting = await parts.next()
    },
    cancel: async () => void (await parts.return()),
  })
  return new Response(body, {
    headers: {
      'Content-Type': contentType,
      'Content-Disposition': attachment(fileName),
      'Cache-Control': 'no-store',
    },
  })
}
