/** HTML whose texts are escaped. */
export interface Html {
  html: string
}

/** What a template may hold. */
type Part = Html | string | number | null | readonly Html[]

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function written(part: Part): string {
  if (part === null) return ''
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part))
  return 'html' in part ? part.html : part.map((each) => each.html).join('')
}

/** Builds HTML from a template; escapes its texts and leaves out null. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: String.raw({ raw: strings }, ...parts.map(written)) }
}

/** Text of the document, in which backticks mark code, without paragraphs. */
export const inline = (text: string): Html[] =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))

/** Text of the document in paragraphs. */
export const prose = (text: string | undefined): Html[] =>
  (text ?? '')
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => html`<p>${inline(part)}</p>`)

/** Joins parts by a text. */
export const joined = (parts: readonly Html[], by: string): Html[] =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [html`${by}`, part]))
