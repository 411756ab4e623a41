import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Marked, type Tokens } from 'marked'
import { isKeyOf } from '#lib/records.ts'
import { paths } from '#web/paths.ts'
import { guides } from './guides.ts'

/** The HTML of a guide without its title. The files are the hub's own; HTML in them is left out. */
export async function readGuide(folder: string, name: keyof typeof guides): Promise<string> {
  const text = await readFile(path.join(folder, `${name}.md`), 'utf8')
  const sizes = new Map<string, { width: number; height: number }>()
  const marked = new Marked({
    async: true,
    async walkTokens(token) {
      if (token.type === 'image') sizes.set(token.href, await sizeOfPng(path.join(folder, token.href)))
    },
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens)
        return `<h${depth} id="${anchorOf(html)}">${html}</h${depth}>`
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens)
        const url = guideUrl(href)
        return url === null ? html : `<a href="${escaped(url)}">${html}</a>`
      },
      image({ href, text: alt }: Tokens.Image) {
        const { width, height } = sizes.get(href) ?? { width: 0, height: 0 }
        const url = paths.guidePicture(path.basename(href))
        return `<img src="${escaped(url)}" alt="${escaped(alt)}" width="${width}" height="${height}" loading="lazy">`
      },
      html: () => '',
    },
  })
  return marked.parse(text.replace(/^# .+\n/, ''))
}

/** The id of a heading, as GitHub makes it. */
const anchorOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>|&[^;]*;/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(/\s/g, '-')

/** The page of a guide that another one links to; null for other files. */
function guideUrl(href: string): string | null {
  const [, name = '', anchor = ''] = /^([\w-]*)(?:\.md)?(#.*)?$/.exec(href) ?? []
  if (href.startsWith('#')) return href
  return isKeyOf(guides, name) ? paths.guides(name) + anchor : null
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Width and height stand in the first chunk of a PNG file, so that nothing moves while it loads. */
async function sizeOfPng(file: string): Promise<{ width: number; height: number }> {
  await using opened = await open(file)
  const { buffer } = await opened.read(Buffer.alloc(24), 0, 24, 0)
  return { width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20) }
}
