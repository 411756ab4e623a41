import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { accentStyle } from '#web/accent-style.server.ts'
import type { HubConfig } from '#web/hub.ts'
import { endpoints } from '../endpoints.ts'
import { apiRoot } from '../marketplace-api.ts'
import { openApi } from '../openapi.ts'
import {
  bodyOf,
  nameOf,
  operationsOf,
  problemsOf,
  type ApiDocument,
  type PlacedOperation,
  type Problem,
  type Schema,
} from './document.ts'
import { html, inline, prose, type Html } from './html.ts'
import { operationPart } from './operation-html.ts'
import { fieldList, typeOf } from './schema-html.ts'

const slug = (name: string) => `group-${name.toLowerCase().replaceAll(' ', '-')}`

/** Problems of all operations, and the codes of those that each may answer with. */
function commonProblems(operations: readonly PlacedOperation[]): { all: Problem[]; common: Set<string> } {
  const of = operations.map(problemsOf)
  const all = [...new Map(of.flat().map((problem) => [problem.code, problem])).values()]
  const isCommon = (code: string) => of.every((problems) => problems.some((problem) => problem.code === code))
  return { all, common: new Set(all.map(({ code }) => code).filter(isCommon)) }
}

/** Components of request bodies that nothing else refers to: they are shown with their operation. */
function bodiesOfOne(document: ApiDocument, operations: readonly PlacedOperation[]) {
  const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
  const isOfOne = (name: string) => references.filter((other) => other === name).length === 1
  const named = operations.flatMap((operation) => {
    const reference = bodyOf(operation)?.schema?.$ref
    const name = reference ? nameOf(reference) : null
    const schema = name === null ? undefined : document.components.schemas[name]
    return name !== null && schema && isOfOne(name) ? [[name, schema] as const] : []
  })
  return new Map(named)
}

/** The style sheet, byte for byte as the Content-Security-Policy names it by its hash. */
const styleSheet = (style: string): Html => ({ html: `<style>${style}</style>` })

/** Writes the OpenAPI document as a page for people. */
export function writeApiPage(document: ApiDocument, { brand, style }: { brand: string; style: string }): string {
  const operations = operationsOf(document)
  const { all, common } = commonProblems(operations)
  const ownBodies = bodiesOfOne(document, operations)
  const groups = document.tags.map((tag) => ({
    ...tag,
    own: operations.filter(({ tags }) => tags[0] === tag.name),
  }))
  const objects = Object.entries(document.components.schemas).filter(([name]) => !ownBodies.has(name))
  const title = `${brand} API`
  return html`<!doctype html>
    <html lang="en" data-theme="auto">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${styleSheet(style)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <nav aria-label="Contents">
          <ul>
            <li><a href="#content">Introduction</a></li>
            ${groups.map(
              ({ name, own }) =>
                html`<li>
                  <a href="#${slug(name)}">${name}</a>
                  <ul>
                    ${own.map(({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`)}
                  </ul>
                </li>`,
            )}
            <li><a href="#problems">Problems</a></li>
            <li>
              <a href="#objects">Objects</a>
              <ul>
                ${objects.map(([name]) => html`<li><a href="#${name}">${name}</a></li>`)}
              </ul>
            </li>
          </ul>
        </nav>
        <main id="content" tabindex="-1">
          <h1>${title}</h1>
          ${prose(document.info.description)} ${introduction(document)}
          ${groups.map(
            ({ name, description, own }) =>
              html`<section id="${slug(name)}">
                <h2>${name}</h2>
                ${prose(description)} ${own.map((operation) => operationPart(operation, { ownBodies, common }))}
              </section>`,
          )}
          ${problemsPart(all, common)}
          <section id="objects">
            <h2>Objects</h2>
            ${objects.map(
              ([name, schema]) =>
                html`<article id="${name}">
                  <h3><a href="#${name}">${name}</a></h3>
                  ${prose(schema.description)}
                  ${fieldList(schema, { isRequest: false }) ?? html`<p>${typeOf(schema)}</p>`} ${examplePart(schema)}
                </article>`,
            )}
          </section>
        </main>
      </body>
    </html>`.html
}

const examplePart = ({ examples }: Schema): Html[] =>
  (examples ?? []).map(
    (example) =>
      html`<h4>Example</h4>
        <pre><code>${JSON.stringify(example, null, 2)}</code></pre>`,
  )

const introduction = ({ servers: [{ url }], info: { version } }: ApiDocument): Html =>
  html`<p>
      Version ${version}. Programs read the same as an OpenAPI document:
      <a href="${`${url}/openapi.json`}">openapi.json</a>. The commands below need two variables:
    </p>
    <pre><code>export HUB=${url}
export KEY=hub_…   # npm run hub -- key create</code></pre>`

const problemsPart = (all: readonly Problem[], common: ReadonlySet<string>): Html =>
  html`<section id="problems">
    <h2>Problems</h2>
    <p>
      A refusal is <code>application/problem+json</code> (RFC 9457): a <a href="#Problem">Problem</a>. Its
      <code>type</code> is <code>urn:seller-hub:problem:</code> and one of these codes. Those marked “any” may answer
      every request, and are not repeated above.
    </p>
    <dl class="fields">
      ${all
        .toSorted((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1))
        .map(
          ({ code, status, title }) =>
            html`<div id="problem-${code}">
              <dt><code>${code}</code></dt>
              <dd class="type">${status}${common.has(code) ? html` <b>any</b>` : null}</dd>
              <dd>${inline(title)}</dd>
            </div>`,
        )}
    </dl>
  </section>`

const sheet = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** The page of the API for people as a handler. It loads nothing, runs no script, and is written when first asked for. */
export function createApiPage({ publicUrl, brand }: Pick<HubConfig, 'publicUrl' | 'brand'>): () => Response {
  let page: { body: string; headers: Record<string, string> } | null = null
  const make = () => {
    const sheets = ['../../shui/tokens.css', '../../shui/reset.css', './api-page.css'].map(sheet)
    const style = [...sheets, accentStyle(brand) ?? ''].join('\n')
    // The document is built as JSON; the page's tests read every operation of it.
    const document = openApi(endpoints, publicUrl + apiRoot) as unknown as ApiDocument
    const body = writeApiPage(document, { brand: brand.name, style })
    const policy = [
      `default-src 'none'`,
      `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      'img-src data:',
      `base-uri 'none'`,
      `form-action 'none'`,
      `frame-ancestors 'none'`,
    ]
    return {
      body,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Length': String(Buffer.byteLength(body)),
        'Content-Security-Policy': policy.join('; '),
        'Cache-Control': 'private, no-cache',
      },
    }
  }
  return () => {
    page ??= make()
    return new Response(page.body, { headers: page.headers })
  }
}
