import sanitizeHtml from 'sanitize-html'

/** Elements of HTML, also former ones: with any of them a text is HTML. */
const elements =
  'a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br ' +
  'button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed ' +
  'fieldset figcaption figure font footer form frame frameset h[1-6] head header hgroup hr html i iframe img input ins ' +
  'kbd label legend li link main map mark marquee math menu meta meter nav nobr noembed noframes noscript object ol ' +
  'optgroup option output p param picture plaintext pre progress q rp rt ruby s samp script search section select slot ' +
  'small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title ' +
  'tr track tt u ul var video wbr xmp'
/** A whole tag after its `<`. What stands in it has no `<`: read from each of them anew, a long text would take the square of its length. */
const tag = String.raw`\/?(?:${elements.replaceAll(' ', '|')})(?:\s[^<>]*)?\/?>`
const htmlTag = new RegExp(`<${tag}`, 'i')
/** Begins neither an element, nor a tag of an office program (`<o:p>`), nor a declaration (`<!doctype html>`, `<![endif]>`). */
const strayMark = new RegExp(String.raw`<(?!${tag}|\/?\w+:\w+(?:\s[^<>]*)?\/?>|[!?][a-z[][^<>]*>)`, 'gi')

/** All that may be read as a tag but paragraphs and line breaks, which stand in each other no deeper than once; or a mark alone. */
const otherTag = /<(?!\/?(?:p|br)[\s/>])(?:[^<>]*>)?/gi
/** Open tags at most, as in browsers: the parser moves all of them with each one more. */
const deepest = 512

const allowedTags = 'p br b strong i em u s ul ol li h2 h3 h4 table thead tbody tr th td blockquote hr'.split(' ')

/**
 * What a description may be: text with paragraphs, lists, small headings, emphasis and tables. No links, pictures, styles
 * or scripts: a buyer's page must stay the marketplace's. Text without any tag of HTML is given paragraphs where lines are empty.
 * A `<` that begins nothing of HTML is a letter as any other: nothing that somebody wrote for people to read is lost.
 */
export function safeHtml(text: string): string {
  const html = sanitizeAny(htmlTag.test(text) ? escapeStray(text) : paragraphs(text))
  // Kept as HTML and read again, what has lost all of its tags must not be taken for text.
  return html === '' || htmlTag.test(html) ? html : `<p>${html}</p>`
}

/** A tag stands deeper than in any document. */
class TooDeep extends Error {}

/** What is too deep keeps its letters, paragraphs and line breaks. `html` is without stray marks. */
function sanitizeAny(html: string): string {
  try {
    return sanitize(html)
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
    return sanitize(html.replaceAll(otherTag, (mark) => (mark === '<' ? '&lt;' : '')))
  }
}

function sanitize(html: string): string {
  let depth = 0
  return sanitizeHtml(html, {
    allowedTags,
    allowedAttributes: { th: ['colspan', 'rowspan'], td: ['colspan', 'rowspan'] },
    transformTags: { h1: 'h2' },
    disallowedTagsMode: 'discard',
    nestingLimit: 20,
    onOpenTag: () => {
      depth += 1
      if (depth > deepest) throw new TooDeep()
    },
    onCloseTag: () => {
      depth -= 1
    },
  }).trim()
}

/** A stored description as it is typed: text again where it was text, without marks; else its HTML. */
export function typedDescription(html: string): string {
  const text = html
    .replace(/^<p>/, '')
    .replace(/<\/p>$/, '')
    .replaceAll('</p><p>', '\n\n')
    .replaceAll('<br />', '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
  return safeHtml(text) === html ? text : html
}

function escapeStray(text: string): string {
  const lastComment = text.lastIndexOf('-->')
  return text.replaceAll(strayMark, (mark, at: number) =>
    text.startsWith('<!--', at) && at < lastComment ? mark : '&lt;',
  )
}

function paragraphs(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const parts = escaped.split(/\n\s*\n/).map((part) => part.trim())
  return parts
    .filter(Boolean)
    .map((part) => `<p>${part.replaceAll('\n', '<br />')}</p>`)
    .join('')
}
