/** A prepared mail. All parts are plain text; what is empty is left out. */
export interface MailParts {
  /** One address. */
  to: string
  subject?: string | null
  body?: string | null
  /** Lines below the body, kept whole as long as they fit: who writes, from where. */
  footer?: readonly string[]
}

/** Mail programs and browsers cut or refuse longer links; the whole URL stays below it. */
const mailLinkLimit = 1800

const addressLimit = 254

/**
 * A `mailto:` URL after RFC 6068, shorter than 1,800 characters: lines end in `%0D%0A`, the subject is one line, and the
 * body is cut, with an ellipsis, where all of it would be too long. A subject that alone is too long is cut too.
 */
export function mailLink({ to, subject, body, footer = [] }: MailParts): string {
  const head = `mailto:${address(to)}`
  const roomAfter = (start: string) => mailLinkLimit - 1 - start.length
  const line = cutEncoded(oneLine(subject ?? ''), roomAfter(`${head}?subject=`))
  const subjectPart = line && `subject=${encode(line)}`
  const start = `${head}?${subjectPart}${subjectPart && '&'}body=`
  const foot = footer.map(oneLine).filter(Boolean).join('\n')
  const text = fitBody(body?.trim() ?? '', foot, roomAfter(start))
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

/** As much of `text` as takes `room` characters when encoded, whole characters only, with an ellipsis where it is cut. */
function cutEncoded(text: string, room: number): string {
  if (encode(text).length <= room) return text
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

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const encode = (text: string) => encodeURIComponent(text.toWellFormed().replaceAll(/\r\n?|\n/g, '\r\n'))

const address = (to: string) => encode(to.replaceAll(/\s/g, '').slice(0, addressLimit)).replaceAll('%40', '@')
