import { pairs } from '#lib/pairs.ts'

/** A form on a page: its target and the values offered for each field. */
export interface SeenForm {
  /** Including its query. */
  path: string
  method: 'GET' | 'POST'
  kind: 'urlencoded' | 'multipart'
  /** Fields by name; a file has the value null. */
  fields: readonly { name: string; values: readonly (string | null)[] }[]
}

const entities: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'", '#39': "'" }
const plain = (html: string) => html.replaceAll(/&(\w+|#\w+);/g, (whole, name: string) => entities[name] ?? whole)

/** Attributes of a tag by name; those without value are empty. */
const attributesOf = (tag: string): Record<string, string | undefined> =>
  Object.fromEntries(
    [...tag.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      plain(value),
    ]),
  )

/** Resolves a URL on a page, without fragment. */
function resolved(to: string, at: string): string {
  const { pathname, search } = new URL(to || at, `http://page${at}`)
  return pathname + search
}

/** The forms in a page's HTML without script. `at` is the page's URL. */
export function formsOf(html: string, at: string): SeenForm[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].flatMap(([, tag = '', inner = '']) => {
    const { action, method = 'get', enctype = '' } = attributesOf(tag)
    const fields = fieldsOf(inner)
    const formOf = (to: string | undefined, by: string): SeenForm => ({
      path: resolved(to ?? '', at),
      method: by.toLowerCase() === 'post' ? 'POST' : 'GET',
      kind: enctype.startsWith('multipart') ? 'multipart' : 'urlencoded',
      fields,
    })
    // A button may override the form's target.
    const elsewhere = [...inner.matchAll(/<button\b([^>]*)>/g)]
      .map(([, button = '']) => attributesOf(button))
      .filter(({ formaction }) => formaction !== undefined)
      .map(({ formaction, formmethod = method }) => formOf(formaction, formmethod))
    return [formOf(action, method), ...elsewhere]
  })
}

function fieldsOf(inner: string): SeenForm['fields'] {
  const options = pairs(
    [...inner.matchAll(/<select\b([^>]*)>/g)].map(([, tag = '']) => attributesOf(tag).name ?? ''),
    [...inner.matchAll(/<select\b[^>]*>(.*?)<\/select>/gs)].map(([, body = '']) =>
      [...body.matchAll(/<option\b([^>]*)>/g)].map(([, tag = '']) => attributesOf(tag).value ?? ''),
    ),
  )
  const texts = [...inner.matchAll(/<textarea\b([^>]*)>(.*?)<\/textarea>/gs)].map(
    ([, tag = '', value = '']) => [attributesOf(tag).name ?? '', [plain(value)]] as const,
  )
  const inputs = [...inner.matchAll(/<(?:input|button)\b([^>]*)>/g)].map(([, tag = '']) => {
    const { name = '', value = '', type = '' } = attributesOf(tag)
    return [name, [type === 'file' ? null : value]] as const
  })
  const named = [...options, ...texts, ...inputs].filter(([name]) => name !== '' && name !== 'srt')
  return [...Map.groupBy(named, ([name]) => name)].map(([name, all]) => ({
    name,
    values: [...new Set(all.flatMap(([, values]): readonly (string | null)[] => values))],
  }))
}

/** Identifies equivalent forms, such as one per row. */
export const kindOf = ({ path, fields }: SeenForm): string =>
  [path.split('?')[0], ...fields.map(({ name, values }) => `${name}${name === 'step' ? String(values) : ''}`)].join(' ')
