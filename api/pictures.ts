import { selectOfSeller } from '#db/select-of-seller.ts'
import { z } from 'zod'
import { addPicture } from '#features/core/listing-pictures/add-picture.server.ts'
import { answerPrivatePicture } from '#features/core/listing-pictures/answer-picture.server.ts'
import { mayTryAgain, statusOf, type PictureRefusal } from '#features/core/listing-pictures/picture-refusal.ts'
import { sellerParams, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { ApiProblem, type ProblemCode } from './problem.ts'

/** Id of a private picture, visible to buyer and seller only. */
export const pictureId = () =>
  z
    .string()
    .regex(/^p[0-9a-f]{32}$/, 'is not the id of a picture')
    .meta({ example: 'p0123456789abcdef0123456789abcdef' })

const picture = z
  .object({ id: z.string(), width: z.int(), height: z.int() })
  .meta({ id: 'Picture', description: 'A private picture, visible to buyer and seller only' })

const refusals: Readonly<Record<number, ProblemCode>> = {
  413: 'too-large',
  415: 'unsupported-media-type',
  422: 'picture-refused',
}

const refused = (refusal: PictureRefusal) =>
  mayTryAgain(refusal)
    ? new ApiProblem('unavailable', { detail: 'The picture could not be prepared in time.' }, { 'Retry-After': '30' })
    : new ApiProblem(refusals[statusOf(refusal)] ?? 'picture-refused', {
        detail: `The picture is refused: ${refusal.reason}.`,
      })

export const pictureEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'POST /sellers/{seller}/pictures',
    operationId: 'uploadPicture',
    summary: 'Upload a picture',
    description:
      'Attach the picture to a message or a case by its id. Uploading the same file again returns the same picture. Unattached pictures are deleted after some days.',
    scope: 'messages:write',
    files: ['image/jpeg', 'image/png', 'image/webp'],
    answers: { 201: { description: 'The picture', schema: picture } },
    problems: ['too-large', 'unsupported-media-type', 'picture-refused'],
    handle: async ({ hub, seller, request, requireStill }) => {
      const { body, signal } = request
      const added = await addPicture({ hub, sellerId: seller.id, body, isPrivate: true, requireStill, signal })
      if (!added.ok) throw refused(added.refusal)
      const { hash, width, height } = added.picture
      return { status: 201, body: { id: hash, width, height } }
    },
  }),
  sellerEndpoint({
    route: 'GET /sellers/{seller}/pictures/{picture}',
    operationId: 'getPicture',
    summary: 'Download a picture',
    description: 'Returns a picture that is attached to a message or a case.',
    scope: 'messages:read',
    params: sellerParams.extend({ picture: pictureId() }),
    answers: { 200: { description: 'The picture', schema: null, file: 'image/webp' } },
    handle: async ({ hub, seller, params, read }) => {
      const known = await read((db) =>
        selectOfSeller(db, 'pictures', seller.id).select('hash').where('hash', '=', params.picture).executeTakeFirst(),
      )
      if (!known) throw new ApiProblem('not-found', { detail: 'There is no such picture.' })
      const file = await answerPrivatePicture(hub, { hash: known.hash, size: 'large' })
      if (!file.ok) throw new ApiProblem(file.status === 404 ? 'not-found' : 'unavailable')
      return { status: 200, file }
    },
  }),
]
