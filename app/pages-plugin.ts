import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, ViteBuilder } from 'vite'
import type { BrowserFiles } from '../web/router/page-build.ts'
import type { RouteConfigEntry } from '../web/router/routes.ts'
import { withoutServerExports } from './server-exports.ts'

const root = path.resolve(import.meta.dirname, '..')
const entryOf = (side: string) => `app/entry.${side}.tsx`

/** The module of all pages for the server (`PageBuild`). */
const pagesModule = 'virtual:pages'

const manifest = '.vite/manifest.json'

/** The module of the frame for the browser: in the script that starts the application. */
const frameModule = 'virtual:frame'

/** Around every page. */
const frame: readonly string[] = ['app/root.tsx', 'app/shell/shell-layout.tsx']

type FlatRoute = Omit<RouteConfigEntry, 'id' | 'children'> & { id: string; parentId?: string }

/** The routes with ids; the root is the parent of all. */
function flat(routes: readonly RouteConfigEntry[], parentId: string): FlatRoute[] {
  return routes.flatMap(({ id: named, file: relative, children = [], ...route }) => {
    const id = named ?? path.posix.normalize(relative.replace(/\.tsx?$/, ''))
    const file = path.posix.join('app', relative)
    return [{ ...route, id, parentId, file }, ...flat(children, id)]
  })
}

/** Bundles the pages of a table of routes: for the browser without their loaders and actions, for the server as a list. */
export function pages(table: readonly RouteConfigEntry[], outDir: string): Plugin[] {
  const routes: FlatRoute[] = [{ id: 'root', path: '', file: 'app/root.tsx' }, ...flat(table, 'root')]
  const files = [...new Set(routes.map(({ file }) => file))]
  const withPage = files.filter((file) => /^export default /m.test(readFileSync(path.join(root, file), 'utf8')))
  const stripped = new Set(withPage.map((file) => path.join(root, file).replaceAll('\\', '/')))
  const pageFiles = withPage.filter((file) => !frame.includes(file))
  const outDirOf = (side: string) => path.join(outDir, side)
  let filesOf = (): BrowserFiles => ({
    version: 'development',
    entry: { module: `/${entryOf('client')}`, imports: [] },
    pages: Object.fromEntries(pageFiles.map((file) => [file, { module: `/${file}`, imports: [] }])),
  })
  return [
    {
      name: 'seller-hub:pages',
      config: (_config, { command }) => {
        if (command === 'build') filesOf = () => builtFiles(path.join(root, outDirOf('client'), manifest), pageFiles)
        return {
          appType: 'custom',
          builder: { sharedConfigBuild: true, sharedPlugins: true, buildApp: buildBoth },
          optimizeDeps: {
            include: ['react', 'react/jsx-dev-runtime', 'react-dom/client', 'react-router', 'react-router/dom'],
          },
          environments: {
            client: {
              build: {
                outDir: outDirOf('client'),
                manifest,
                rolldownOptions: {
                  input: [entryOf('client'), ...pageFiles],
                  preserveEntrySignatures: 'exports-only',
                },
              },
            },
            ssr: {
              build: {
                outDir: outDirOf('server'),
                copyPublicDir: false,
                cssMinify: true,
                rolldownOptions: { input: { index: pagesModule } },
              },
            },
          },
        }
      },
      resolveId: (id) => (id === pagesModule || id === frameModule ? `\0${id}` : null),
      load(id) {
        if (id === `\0${pagesModule}`) return listOf(routes, filesOf())
        return id === `\0${frameModule}` ? frameOf(routes) : null
      },
    },
    {
      name: 'seller-hub:server-exports',
      applyToEnvironment: (environment) => environment.name === 'client',
      transform(code, id) {
        if (!stripped.has(id.replace(/\?.*$/, ''))) return null
        return { code: withoutServerExports(code, this.parse(code)), map: null }
      },
    },
    {
      name: 'seller-hub:server-modules',
      enforce: 'pre',
      applyToEnvironment: (environment) => environment.name === 'client',
      resolveId(source, importer) {
        if (/\.server(\.tsx?)?$/.test(source)) this.error(`${importer} takes ${source} to the browser`)
        return null
      },
    },
  ]
}

/** Builds the browser's files, then the server's, which names them. */
async function buildBoth(builder: ViteBuilder): Promise<void> {
  for (const name of ['client', 'ssr']) {
    const environment = builder.environments[name]
    if (environment) await builder.build(environment)
  }
  const outDir = builder.environments['client']?.config.build.outDir
  // Browsers need no list of files.
  if (outDir) rmSync(path.join(root, outDir, path.dirname(manifest)), { recursive: true })
}

interface ManifestChunk {
  file: string
  imports?: string[]
}

function builtFiles(file: string, pageFiles: readonly string[]): BrowserFiles {
  const chunks = JSON.parse(readFileSync(file, 'utf8')) as Record<string, ManifestChunk>
  const chunkOf = (key: string) => {
    const chunk = chunks[key]
    if (!chunk) throw new Error(`the build has no file of ${key}`)
    return chunk
  }
  const importedBy = (key: string, found = new Set<string>()) => {
    for (const each of chunkOf(key).imports ?? []) {
      if (found.has(each)) continue
      found.add(each)
      importedBy(each, found)
    }
    return found
  }
  const addressOf = (key: string) => `/${chunkOf(key).file}`
  const script = (key: string) => ({ module: addressOf(key), imports: [...importedBy(key)].map(addressOf) })
  const named = {
    style: addressOf('style.css'),
    entry: script(entryOf('client')),
    pages: Object.fromEntries(pageFiles.map((page) => [page, script(page)])),
  }
  return { version: createHash('sha256').update(JSON.stringify(named)).digest('hex').slice(0, 8), ...named }
}

const importOf = (file: string) => JSON.stringify(path.join(root, file).replaceAll('\\', '/'))

function frameOf(routes: readonly FlatRoute[]): string {
  const around = routes.filter(({ file }) => frame.includes(file))
  const imports = around.map(({ file }, at) => `import * as route${at} from ${importOf(file)}`)
  return [...imports, `export const frame = { ${around.map(({ id }, at) => `'${id}': route${at}`).join(', ')} }`].join(
    '\n',
  )
}

function listOf(routes: readonly FlatRoute[], files: BrowserFiles): string {
  const imports = routes.map(({ file }, at) => `import * as route${at} from ${importOf(file)}`)
  const list = routes.map((route, at) => `{ ...${JSON.stringify(route)}, module: route${at} }`)
  return [
    ...imports,
    `import * as entry from ${importOf(entryOf('server'))}`,
    'export { entry }',
    `export const routes = [${list.join(',\n')}]`,
    `export const files = ${JSON.stringify(files)}`,
  ].join('\n')
}
