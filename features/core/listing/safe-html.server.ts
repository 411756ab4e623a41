import sanitizeHtml from 'sanitize-html'

/** HTML elements, including obsolete ones; any of them makes a text HTML. */
const elements =
  'a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br ' +
  'button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed ' +
  'fieldset figcaption figure font footer form frame frameset h[1-6] head header hgroup hr html i iframe img input ins ' +
  'kbd label legend li link main map mark marquee math menu meta meter nav nobr noembed noframes noscript object ol ' +
  'optgroup option output p param picture plaintext pre progress q rp rt ruby s samp script search section select slot ' +
  'small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title ' +
  'tr track tt u ul var video wbr xmp'
/** A tag after its `<`. Excluding `<` inside avoids quadratic time on long texts. */
const tag = String.raw`\/?(?:${elements.replaceAll(' ', '|')})(?:\s[^<>]*)?\/?>`
const htmlTag = new RegExp(`<${tag}`, 'i')
/** A `<` that starts no element, no Office tag (`<o:p>`) and no declaration (`<!doctype html>`, `<![endif]>`). */
const strayMark = new RegExp(String.raw`<(?!${tag}|\/?\w+:\w+(?:\s[^<>]*)?\/?>|[!?][a-z[][^<>]*>)`, 'gi')

/** Anything that can parse as a tag except paragraphs and line breaks, or a single `<`. */
const otherTag = /<(?!\/?(?:p|br)[\s/>])(?:[^<>]*>)?/gi
/** Maximum depth of open tags, as in browsers; the parser's time grows with it. */
const deepest = 512

const allowedTags = 'p br b strong i em u s ul ol li h2 h3 h4 table thead tbody tr th td blockquote hr'.split(' ')

/**
 * Sanitizes a description: allows paragraphs, lists, small headings, emphasis and tables; no links, pictures, styles or
 * scripts. Plain text gets paragraphs at empty lines. A `<` that starts no HTML is kept as text.
 */
export function safeHtml(text: string): string {
  const html = sanitizeAny(htmlTag.test(text) ? escapeStray(text) : paragraphs(text))
  // Without any tag left, the result would later be read as plain text.
  return html === '' || htmlTag.test(html) ? html : `<p>${html}</p>`
}

class TooDeep extends Error {}

/** Too deeply nested HTML keeps only its text, paragraphs and line breaks. `html` has no stray `<`. */
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

/** Converts a stored description for editing: plain text if it was plain, else HTML. */
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
