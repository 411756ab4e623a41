import { filesIn } from '#lib/form-fields.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { addSentPictures } from '#features/core/listing-pictures/add-sent-pictures.server.ts'
import { pictureAltName, pictureFilesName, readAlt } from '#features/core/listing-pictures/picture.ts'
import { refusalText } from '#features/core/listing-pictures/picture-refusal.ts'
import { fieldId } from '#features/core/listing/field-id.ts'
import type { SentForm } from './sent-form.ts'
import { typedPictures, withPictures } from './typed-form.ts'

/**
 * Handles pictures of a form sent without script: files, with any button, and captions in separate fields. If a file is
 * rejected, nothing else is done.
 */
export async function takeSentPictures(
  args: Pick<SellerActionArgs, 'hub' | 'seller' | 'texts' | 'form' | 'request' | 'requireStill'>,
  sent: SentForm,
) {
  const { hub, seller, texts, form, request, requireStill } = args
  const described = typedPictures(sent.typed).map(({ hash, alt }) => {
    const text = form.get(pictureAltName(hash))
    return { hash, alt: typeof text === 'string' ? readAlt(text) : alt }
  })
  const files = filesIn(form, pictureFilesName)
  const upload = { hub, sellerId: seller.id, requireStill, signal: request.signal }
  const { chosen, refused } = await addSentPictures(upload, described, files)
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
