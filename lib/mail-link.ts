/** A prepared mail. All parts are plain text; what is empty is left out. */
export type MailParts = {
  /** One address. */
  to: string
  subject?: string | null
  body?: string | null
  /** Lines below the body, kept whole as long as they fit: who writes, from where. */
  footer?: readonly string[]
}

/** Mail programs and browsers cut or refuse longer links; the whole URL stays below it. */
export const mailLinkLimit = 1800

const subjectLimit = 60
const addressLimit = 254

/**
 * A `mailto:` URL after RFC 6068, shorter than 1,800 characters: lines end in `%0D%0A`, the subject is one line, and the
 * body is cut, with an ellipsis, where all of it would be too long.
 */
export function mailLink({ to, subject, body, footer = [] }: MailParts): string {
  const head = `mailto:${address(to)}`
  const subjectPart = subject?.trim() ? `subject=${encode(cutEnd(oneLine(subject), subjectLimit))}` : ''
  const start = `${head}?${subjectPart}${subjectPart ? '&' : ''}body=`
  const room = mailLinkLimit - 1 - start.length
  const foot = footer.map(oneLine).filter(Boolean).join('\n')
  const text = fitBody(body?.trim() ?? '', foot, room)
  if (text === '') return subjectPart ? `${head}?${subjectPart}` : head
  return start + encode(text)
}

function fitBody(body: string, foot: string, room: number): string {
  const whole = [body, foot].filter(Boolean).join('\n\n')
  if (encode(whole).length <= room) return whole
  const footRoom = foot === '' ? 0 : encode(`\n\n${foot}`).length
  if (footRoom < room) return [cutEncoded(body, room - footRoom), foot].filter(Boolean).join('\n\n')
  return cutEncoded(whole, room)
}

/** As much of `text` as takes `room` characters when encoded, whole characters only, with an ellipsis. */
function cutEncoded(text: string, room: number): string {
  const ellipsis = encode('…').length
  let used = 0
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += encode(segment).length
    if (used + ellipsis > room) break
    kept += segment
  }
  return kept === '' ? '' : `${kept}…`
}

function cutEnd(text: string, limit: number): string {
  const characters = [...text]
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const encode = (text: string) => encodeURIComponent(text.toWellFormed().replaceAll(/\r\n?|\n/g, '\r\n'))

const address = (to: string) => encode(to.replaceAll(/\s/g, '').slice(0, addressLimit)).replaceAll('%40', '@')
