import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { createBuilder } from 'vite'

/**
 * What the specification's elements add to every page: the kit's texts, messages, opt-out, navigation, header and feedback
 * link with what they stand on, re-filtering, waits, tracking and site speed. Paths in the project, by how they begin.
 */
export const addedModules = [
  'web/named-wait.tsx',
  'web/side-count.ts',
  'web/tracking/',
  'web/whole-page.ts',
  'features/shop/messages/',
  'lib/beacon.ts',
  'lib/cookie.ts',
  'lib/feedback-badge.ts',
  'lib/focus-exit.ts',
  'lib/hover-intent.ts',
  'lib/mail-link.ts',
  'lib/message-counters.ts',
  'lib/named-wait.ts',
  'lib/old-browser.ts',
  'lib/page-record.ts',
  'lib/privacy-signal.ts',
  'lib/query.ts',
  'lib/script-errors.ts',
  'lib/text-style.ts',
  'lib/timers.ts',
  'lib/url-safety.ts',
  'node_modules/web-vitals/',
  'shui/badge/',
  'shui/close-after-link.ts',
  'shui/context.tsx',
  'shui/cookie-jar.ts',
  'shui/dialog/',
  'shui/feedback-link/',
  'shui/focus.ts',
  'shui/header/',
  'shui/labels.ts',
  'shui/message/',
  'shui/navigation/',
  'shui/old-browser/',
  'shui/opt-out/',
  'shui/text/',
  'shui/use-loaded.ts',
  'shui/widget-id.ts',
] as const

/** The budget of all of it together, in bytes gz. */
export const addedBudget = 15 * 1024

/** What the files that every page loads at once may weigh, in bytes gz: what a page has of its own comes to it. */
export const everyPageBudget = 130.5 * 1024

/** Comes after the page's own work. */
const late = 'site-speed'

/** The files that every page loads, by their name without hash. */
const everyPage = ['entry.client', 'hub', 'root', 'shell-layout', late]

const root = path.resolve(import.meta.dirname, '..')

/**
 * The JavaScript of every page, in bytes gz: of what is loaded at once, `all`; and what `addedModules` add, which is what the minified files of every page weigh, less what
 * they weigh without the parts that, by their source maps, come from these modules. Where the build has no maps, builds the browser's files in memory, for which `NODE_ENV` must be `production`.
 */
export async function everyPageScript(): Promise<{ all: number; added: number }> {
  const files = ((await keptFiles()) ?? (await buildForBrowser())).filter(({ name }) => everyPage.includes(name))
  const missing = everyPage.filter((name) => !files.some((file) => file.name === name))
  if (missing.length > 0) throw new Error(`the build has no ${missing.join(', ')}`)
  const sum = (chosen: readonly BuiltFile[], bytes: (file: BuiltFile) => number) =>
    chosen.reduce((total, file) => total + bytes(file), 0)
  return {
    all: sum(
      files.filter(({ name }) => name !== late),
      ({ code }) => gz(code),
    ),
    added: sum(files, ({ code, map }) => gz(code) - gz(map ? withoutAdded(code, map) : code)),
  }
}

interface BuiltFile {
  name: string
  code: string
  map: SourceMapPayload | null
}

/** The files of the build, where their maps were kept (`build` of `cli/bootstrap/setup.mjs`). */
async function keptFiles(): Promise<BuiltFile[] | null> {
  const assets = path.join(root, 'build/client/assets')
  const maps = path.join(root, 'build/maps')
  if (!existsSync(maps)) return null
  const files = (await readdir(assets)).filter((file) => file.endsWith('.js'))
  return Promise.all(
    files.map(async (file) => {
      const map = path.join(maps, `${file}.map`)
      return {
        name: file.replace(/-[\w-]{8}\.js$/, ''),
        code: await readFile(path.join(assets, file), 'utf8'),
        // What only passes on what others have has none.
        map: existsSync(map) ? (JSON.parse(await readFile(map, 'utf8')) as SourceMapPayload) : null,
      }
    }),
  )
}

async function buildForBrowser(): Promise<BuiltFile[]> {
  const build = { write: false, sourcemap: 'hidden' } as const
  const builder = await createBuilder({ root, logLevel: 'error', environments: { client: { build } } })
  const built = await builder.build(builder.environments['client']!)
  if (!('output' in built)) throw new Error('the build has no output')
  return built.output.flatMap((file) =>
    file.type === 'chunk' ? { name: file.name, code: file.code, map: file.map as SourceMapPayload | null } : [],
  )
}

/** The code without the characters that come from the added modules. */
function withoutAdded(code: string, payload: SourceMapPayload): string {
  // Node takes the source of a last segment that has none from the one before it, unless something follows.
  const map = new SourceMap({ ...payload, mappings: `${payload.mappings};` })
  const known = new Map<string, boolean>()
  const isAdded = (row: number, column: number) => {
    // What the bundler wrote itself has no source.
    const { originalSource: source } = map.findEntry(row, column) as Partial<SourceMapping>
    if (!source) return false
    if (!known.has(source))
      known.set(
        source,
        addedModules.some((start) => inProject(source).startsWith(start)),
      )
    return known.get(source)!
  }
  const kept = (line: string, row: number) =>
    Array.from({ length: line.length }, (_, column) => (isAdded(row, column) ? '' : line[column])).join('')
  return code.split('\n').map(kept).join('\n')
}

/** A source map's source, which is relative to the file it tells of, as a path in the project. */
function inProject(source: string): string {
  return path.relative(root, path.resolve(root, 'build/client/assets', source)).replaceAll(path.sep, '/')
}

const gz = (text: string) => gzipSync(text, { level: 9 }).length
