import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { apiPagePath } from '#web/api-page-path.ts'
import type { HubConfig } from '#web/hub.ts'
import { endpoints } from '../endpoints.ts'
import { apiRoot } from '../marketplace-api.ts'
import { openApi } from '../openapi.ts'
import { pageDocument } from './page-document.ts'

interface Served {
  type: string
  body: string
}

const own = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** Redoc, without its logo from another host. */
const redoc = () =>
  readFileSync(createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js'), 'utf8').replace(
    'https://cdn.redoc.ly/redoc/logo-mini.svg',
    'data:,',
  )

/** Redoc's styles: an empty element, which it fills by the CSSOM, and those of its scroll bars. */
const styles = [
  `'sha256-${createHash('sha256').digest('base64')}'`,
  `'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='`,
]

/** Redoc searches in a worker from a blob (decision 132). */
const policy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self' ${styles.join(' ')}`,
  `connect-src 'self'`,
  'img-src data:',
  'worker-src blob:',
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function writePage({ name, accent, accentDark }: HubConfig['brand'], addressOf: (file: string) => string): string {
  const colours = accent === null ? '' : ` data-accent="${accent}" data-accent-dark="${accentDark ?? accent}"`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(name)} API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${addressOf('page.css')}">
<link rel="preload" as="fetch" crossorigin href="${addressOf('openapi.json')}">
<script defer src="${addressOf('redoc.js')}"></script>
<script type="module" src="${addressOf('start.mjs')}"></script>
</head>
<body>
<main id="reference" data-document="${addressOf('openapi.json')}"${colours}><p class="wait">Loading …</p></main>
<noscript><p class="wait">This page needs JavaScript. Without: <a href="${apiRoot}/openapi.json">openapi.json</a>.</p></noscript>
</body>
</html>
`
}

/**
 * The API's page for people: Redoc on the OpenAPI document. Answers for a file's name below the page's path, and for the
 * page itself without one; null for other names. Everything is made when first asked for.
 */
export function createApiPage({
  publicUrl,
  brand,
}: Pick<HubConfig, 'publicUrl' | 'brand'>): (name?: string) => Response | null {
  const make = () => {
    const document = pageDocument(openApi(endpoints, publicUrl + apiRoot))
    const files: Record<string, Served> = {
      'redoc.js': { type: 'text/javascript', body: redoc() },
      'start.mjs': { type: 'text/javascript', body: own('start.mjs') },
      'page.css': { type: 'text/css', body: own('page.css') },
      'openapi.json': { type: 'application/json', body: JSON.stringify(document) },
    }
    // Named by content, so that browsers keep each for good.
    const addressOf = (name: string) => `${apiPagePath}/${name}?${hashOf(files[name]?.body ?? '')}`
    return { files: new Map(Object.entries(files)), page: writePage(brand, addressOf) }
  }
  let made: ReturnType<typeof make> | null = null
  return (name) => {
    made ??= make()
    if (name === undefined) {
      const headers = { 'Content-Security-Policy': policy, 'Cache-Control': 'private, no-cache' }
      return answer({ type: 'text/html', body: made.page }, headers)
    }
    const file = made.files.get(name)
    return file ? answer(file, { 'Cache-Control': 'public, max-age=31536000, immutable' }) : null
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

const answer = ({ type, body }: Served, headers: Record<string, string>) =>
  new Response(body, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Length': String(Buffer.byteLength(body)),
      ...headers,
    },
  })
