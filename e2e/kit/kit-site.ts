import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import type { InlineConfig } from 'vite'
import { afterAll, beforeAll } from 'vitest'
import { portOf } from '#lib/listening.ts'

export interface KitSite {
  url: string
  /** Handles `POST /sh/optout`; set by the test. */
  optOut: (request: IncomingMessage, response: ServerResponse, body: string) => void
}

const here = import.meta.dirname
const root = path.resolve(here, '../..')

/** Serves the kit alone, rendered on the server and hydrated with React's development build and StrictMode. */
export function useKitSite(): KitSite {
  const site: KitSite = { url: '', optOut: (_, response) => void response.writeHead(204).end() }
  let folder = ''
  const server = createServer((request, response) => void answer(site, folder, request, response))
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kit-site-'))
    await bundle(folder)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    site.url = `http://127.0.0.1:${portOf(server)}`
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true, force: true })
  })
  return site
}

async function bundle(folder: string): Promise<void> {
  const shared: InlineConfig = {
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    ssr: { noExternal: true },
  }
  const names = { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs', assetFileNames: '[name][extname]' }
  const quiet = { output: names, onwarn: () => {} }
  await build({
    ...shared,
    build: {
      outDir: path.join(folder, 'client'),
      cssCodeSplit: false,
      minify: false,
      rolldownOptions: { ...quiet, input: path.join(here, 'entry-client.tsx') },
    },
  })
  await build({
    ...shared,
    build: {
      outDir: path.join(folder, 'server'),
      ssr: path.join(here, 'entry-server.tsx'),
      minify: false,
      rolldownOptions: quiet,
    },
  })
}

async function answer(
  site: KitSite,
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', site.url)
  if (request.method === 'POST' && pathname === '/sh/optout') {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    site.optOut(request, response, body)
    return
  }
  const type = { '.mjs': 'text/javascript', '.css': 'text/css' }[path.extname(pathname)]
  if (type) {
    const file = await readFile(path.join(folder, 'client', path.basename(pathname))).catch(() => null)
    // Vite puts lazily loaded styles first in its single sheet, which must not define the layer order.
    const layers = type === 'text/css' ? '@layer reset, shui, app;\n' : ''
    response.writeHead(file ? 200 : 404, { 'content-type': type }).end(file && layers + file.toString())
    return
  }
  const { render } = (await import(/* @vite-ignore */ path.join(folder, 'server/entry-server.mjs'))) as {
    render: (address: string) => string
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Kit</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css"><div id="root">${render(pathname + search)}</div>
<script type="module" src="/entry-client.mjs"></script></html>`,
  )
}
