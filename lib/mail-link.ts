/** A prefilled e-mail. All parts are plain text; empty ones are omitted. */
export interface MailParts {
  /** One address. */
  to: string
  subject?: string | null
  body?: string | null
  /** Lines below the body, such as the sender's page; kept complete while they fit. */
  footer?: readonly string[]
}

/** Mail programs and browsers truncate or refuse longer links. */
const mailLinkLimit = 1800

const addressLimit = 254

/**
 * Builds a `mailto:` URL (RFC 6068) shorter than 1,800 characters. Lines end in `%0D%0A` and the subject is one line.
 * An overlong body or subject is truncated with an ellipsis.
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

/** The longest prefix of `text` whose encoding fits `room`, in whole characters, with an ellipsis if truncated. */
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
