import {
  bodyOf,
  filesOf,
  nameOf,
  problemsOf,
  successesOf,
  takesBatch,
  type Parameter,
  type PlacedOperation,
  type Problem,
  type Schema,
} from './document.ts'
import { html, inline, prose, type Html } from './html.ts'
import { entry, fieldList, typeOf } from './schema-html.ts'

/** What an operation's part of the page depends on beside itself. */
interface Context {
  /** Component of its request body that stands with the operation, because nothing else refers to it. */
  ownBodies: ReadonlyMap<string, Schema>
  /** Codes of problems that every operation may answer with. */
  common: ReadonlySet<string>
}

const shell = (text: string) => text.replaceAll("'", String.raw`'\''`)

/** The request as a command, with the example of its body. */
export function commandOf(operation: PlacedOperation): string {
  const { method, path, parameters } = operation
  const of = new Map(parameters.map(({ name, example }) => [name, example] as const))
  const address = path.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const example = of.get(name)
    return typeof example === 'string' ? encodeURIComponent(example) : placeholder
  })
  const body = bodyOf(operation)
  const [file] = filesOf(operation)
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$HUB${address}"`,
    `-H "Authorization: Bearer $KEY"`,
    ...(body ? ['-H "Content-Type: application/json"', `-d '${shell(JSON.stringify(body.example, null, 2))}'`] : []),
    ...(file ? [`-H "Content-Type: ${file}"`, '--data-binary @file'] : []),
  ]
  return lines.join(' \\\n  ')
}

const places = { path: 'Path', query: 'Query', header: 'Headers' } as const

function parameterList(parameters: readonly Parameter[]): Html[] {
  return (['path', 'query', 'header'] as const).flatMap((place) => {
    const own = parameters.filter((parameter) => parameter.in === place)
    if (own.length === 0) return []
    return html`<h4>${places[place]}</h4>
      <dl class="fields">
        ${own.map(({ name, schema, required = false, description }) =>
          entry({ name, type: typeOf(schema), isRequired: required && place !== 'path', description }),
        )}
      </dl>`
  })
}

function bodyPart(operation: PlacedOperation, { ownBodies }: Context): Html | null {
  const files = filesOf(operation)
  if (files.length > 0)
    return html`<h4>Body</h4>
      <p>A file: ${files.join(', ')}.</p>`
  const body = bodyOf(operation)
  if (!body?.schema) return null
  const name = body.schema.$ref ? nameOf(body.schema.$ref) : null
  const own = name === null ? body.schema : ownBodies.get(name)
  const batch = takesBatch(operation)
    ? html`<p>Or a batch, <code>application/x-ndjson</code>: such a body a line.</p>`
    : null
  return own
    ? html`<h4 ${name === null ? null : html`id="${name}"`}>Body</h4>
        ${batch} ${fieldList(own, { isRequest: true })}`
    : html`<h4>Body</h4>
        <p>${typeOf(body.schema)}</p>
        ${batch}`
}

const problemList = (problems: readonly Problem[]) =>
  html`${problems.map(
    ({ code, status, title }) =>
      html`<div>
        <dt><code>${status}</code></dt>
        <dd class="type"><a href="#problem-${code}">${code}</a></dd>
        <dd>${inline(title)}</dd>
      </div>`,
  )}`

/** An operation with its parameters, body, example and answers. */
export function operationPart(operation: PlacedOperation, context: Context): Html {
  const { operationId, method, path, summary, description, parameters } = operation
  const problems = problemsOf(operation).filter(({ code }) => !context.common.has(code))
  return html`<article id="${operationId}">
    <h3><a href="#${operationId}">${summary}</a></h3>
    <p class="address"><b>${method}</b> <code>${path}</code> <span class="id">${operationId}</span></p>
    ${prose(description)} ${parameterList(parameters)} ${bodyPart(operation, context)}
    <h4>Example</h4>
    <pre><code>${commandOf(operation)}</code></pre>
    <h4>Answers</h4>
    <dl class="fields">
      ${successesOf(operation).map(
        ({ status, description: said, schema }) =>
          html`<div>
            <dt><code>${status}</code></dt>
            ${schema ? html`<dd class="type">${typeOf(schema)}</dd>` : null}
            <dd>${inline(said)}${schema && !schema.$ref ? fieldList(schema, { isRequest: false }) : null}</dd>
          </div>`,
      )}
      ${problemList(problems)}
    </dl>
  </article>`
}
