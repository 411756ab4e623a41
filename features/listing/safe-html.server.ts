import sanitizeHtml from 'sanitize-html'

const allowedTags = 'p br b strong i em u s ul ol li h2 h3 h4 table thead tbody tr th td blockquote hr'.split(' ')

/**
 * What a description may be: text with paragraphs, lists, small headings, emphasis and tables. No links, pictures, styles
 * or scripts: a buyer's page must stay the marketplace's. Text without any mark is given paragraphs where lines are empty.
 */
export function safeHtml(text: string): string {
  const html = /<[a-z!/]/i.test(text) ? text : paragraphs(text)
  return sanitizeHtml(html, {
    allowedTags,
    allowedAttributes: { th: ['colspan', 'rowspan'], td: ['colspan', 'rowspan'] },
    transformTags: { h1: 'h2' },
    disallowedTagsMode: 'discard',
    nestingLimit: 20,
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

function paragraphs(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const parts = escaped.split(/\n\s*\n/).map((part) => part.trim())
  return parts
    .filter(Boolean)
    .map((part) => `<p>${part.replaceAll('\n', '<br />')}</p>`)
    .join('')
}
