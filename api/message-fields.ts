import { z } from 'zod'
import type { MessageOutcome } from '#features/orders/conversations/add-message-db.server.ts'
import { messageLimits } from '#features/orders/conversations/message.ts'
import { id, moment, text } from './fields.ts'
import { pictureId } from './pictures.ts'
import { ApiProblem } from './problem.ts'

/** Fields of any message of a buyer. */
export const messageFields = {
  id: id().meta({
    description: 'The message’s id in the marketplace. Sending the same id again creates no second message',
    example: 'm-1',
  }),
  text: text(messageLimits.text).meta({ example: 'Is it still under guarantee?' }),
  sentAt: moment(),
  pictures: z
    .array(pictureId())
    .max(messageLimits.pictures)
    .refine((ids) => new Set(ids).size === ids.length, 'names a picture twice')
    .optional(),
}

type Refusal = Extract<MessageOutcome, { ok: false }>['reason']

export function messageRefusal(reason: Refusal): ApiProblem {
  const at = (pointer: string, detail: string) => ({ errors: [{ pointer, detail }] })
  switch (reason) {
    case 'unknown':
      return new ApiProblem('not-found')
    case 'other-text':
      return new ApiProblem('id-taken', at('/id', 'Another message has this id.'))
    case 'unknown-picture':
    case 'too-many-pictures':
      return new ApiProblem('no-such-picture', at('/pictures', 'The seller has no such picture.'))
    case 'empty':
    case 'long':
      return new ApiProblem('wrong-message', at('/text', `The text is too ${reason}.`))
  }
}
