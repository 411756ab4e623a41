import { sellerUploadAction } from '#web/guard.server.ts'
import { addPicture } from './add-picture.server.ts'
import { pictureLimits } from './picture.ts'
import { mayTryAgain, statusOf, type AddPictureResult } from './picture-refusal.ts'

/** Receives one picture as the request body; returns the picture or the rejection as JSON. */
export const action = sellerUploadAction('listings.edit', async ({ hub, seller, request, requireStill }) => {
  const announced = Number(request.headers.get('content-length') ?? 0)
  const result: AddPictureResult =
    announced > pictureLimits.bytes
      ? { ok: false, refusal: { reason: 'too-large' } }
      : await addPicture({ hub, sellerId: seller.id, body: request.body, requireStill, signal: request.signal })
  if (result.ok) return Response.json(result)
  const headers = new Headers(mayTryAgain(result.refusal) ? { 'Retry-After': '30' } : undefined)
  return Response.json(result, { status: statusOf(result.refusal), headers })
})
