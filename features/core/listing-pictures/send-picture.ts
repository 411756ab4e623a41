import { paths } from '#web/paths.ts'
import { headBytes } from './file-kind.ts'
import type { AddPictureResult, PictureRefusal } from './picture-refusal.ts'
import { refuseFile } from './refuse-file.ts'

/** Checks a file in the browser; null if it is worth uploading. */
export async function checkFile(file: File): Promise<PictureRefusal | null> {
  try {
    const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
    return refuseFile({ bytes: file.size, head })
  } catch {
    // Moved or deleted since it was chosen.
    return { reason: 'broken' }
  }
}

/**
 * Uploads a file. Never rejects: failures are returned as rejections. Uses XMLHttpRequest because `fetch` reports no
 * upload progress.
 */
export function sendPicture(
  file: File,
  { token, signal, onSent }: { token: string; signal: AbortSignal; onSent: (share: number) => void },
): Promise<AddPictureResult> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const refuse = (reason: 'no-answer' | 'signed-out') => resolve({ ok: false, refusal: { reason } })
    request.open('POST', paths.pictureUpload)
    // Token of a session that began later, if there is one (`web/newest-token.ts`).
    request.setRequestHeader('X-Srt', document.documentElement.dataset.token ?? token)
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      if (request.status === 401 || request.status === 403) refuse('signed-out')
      else resolve(readAnswer(request))
    })
    request.addEventListener('error', () => refuse('no-answer'))
    request.addEventListener('timeout', () => refuse('no-answer'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.timeout = 300_000
    request.send(file)
  })
}

/** Parses the response of the hub, or of a proxy in front of it. */
export function readAnswer({
  status,
  responseText,
}: Pick<XMLHttpRequest, 'status' | 'responseText'>): AddPictureResult {
  try {
    const answer: unknown = JSON.parse(responseText)
    if (typeof answer === 'object' && answer !== null && 'ok' in answer) return answer as AddPictureResult
  } catch {
    // A proxy's page: handled below.
  }
  return { ok: false, refusal: { reason: status === 413 ? 'not-let-through' : 'no-answer' } }
}
