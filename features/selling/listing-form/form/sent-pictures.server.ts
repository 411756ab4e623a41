import type { SellerActionArgs } from '#web/guard.server.ts'
import { addSentPictures } from '#features/core/listing-pictures/add-sent-pictures.server.ts'
import { pictureAltName, pictureFilesName, readAlt } from '#features/core/listing-pictures/picture.ts'
import { refusalText } from '#features/core/listing-pictures/picture-refusal.ts'
import { fieldId } from '#features/core/listing/field-id.ts'
import type { FieldErrorModel } from './form-view.ts'
import type { SentForm } from './sent-form.ts'
import { typedPictures, withPictures } from './typed-form.ts'

/** A form with the pictures that came with it as files, and why some of them were not taken. */
export interface TakenPictures {
  sent: SentForm
  refused: FieldErrorModel[]
}

/**
 * What only a form without script sends of its pictures: files, whichever button was pressed, and descriptions in fields of
 * their own. Where a file is not taken nothing else is done but to say so.
 */
export async function takeSentPictures(
  args: Pick<SellerActionArgs, 'hub' | 'seller' | 'texts' | 'form' | 'request' | 'requireStill'>,
  sent: SentForm,
): Promise<TakenPictures> {
  const { hub, seller, texts, form, request, requireStill } = args
  const described = typedPictures(sent.typed).map(({ hash, alt }) => {
    const text = form.get(pictureAltName(hash))
    return { hash, alt: typeof text === 'string' ? readAlt(text) : alt }
  })
  const files = form.getAll(pictureFilesName).filter((value) => value instanceof File && value.name !== '')
  const upload = { hub, sellerId: seller.id, requireStill, signal: request.signal }
  const { chosen, refused } = await addSentPictures(upload, described, files as File[])
  return {
    sent: {
      ...sent,
      typed: withPictures(sent.typed, chosen),
      intent: refused.length > 0 ? 'pictures' : sent.intent,
    },
    refused: refused.map(({ name, refusal }) => ({
      field: 'pictures',
      fieldId: fieldId('pictures'),
      text: `${name}: ${refusalText(refusal, texts)}`,
    })),
  }
}
