import { headerWords } from '#lib/header-words.ts'

/** Headers of columns that tell who bought, as marketplaces and shops write them. */
const personal =
  /\b(?:buyer|recipient|ship(?:ping)? ?to|ship name|full name|(?:first|last) name|e ?mail|phone|street|address|zip(?:code)?|post(?:al)? ?code|post to)\b|käufer|empfänger|anschrift|adresse|straße|\bplz\b|telefon/u

/** Whether a file has columns of buyers' data: it is deleted then when a buyer is erased, whatever it was uploaded as. */
export const namesBuyers = (header: readonly string[]): boolean =>
  header.some((field) => personal.test(headerWords(field).join(' ')))
