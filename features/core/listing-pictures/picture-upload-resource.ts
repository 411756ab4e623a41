import { sellerUploadAction } from '#web/guard.server.ts'
import { addPicture } from './add-picture.server.ts'
import { pictureLimits } from './picture.ts'
import { statusOf, type AddPictureResult } from './picture-refusal.ts'

/** Receives one picture as the request body; returns the picture or the rejection as JSON. */
export const action = sellerUploadAction('listings.edit', async ({ hub, seller, request, requireStill }) => {
  const announced = Number(request.headers.get('content-length') ?? 0)
  const result: AddPictureResult =
    announced > pictureLimits.bytes
      ? { ok: false, refusal: { reason: 'too-large' } }
      : await addPicture({ hub, sellerId: seller.id, body: request.body, requireStill, signal: request.signal })
  return Response.json(result, { status: result.ok ? 200 : statusOf(result.refusal) })
})
