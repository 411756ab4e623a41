import { copyFile, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { oldestNode } from './node-version.ts'
import { writeKitTypes } from '../../cli/bootstrap/kit-types.mjs'
import { emitDeclarations } from '../../shui/package/emit-declarations.ts'

const root = path.resolve(fileURLToPath(import.meta.url), '../../..')

/** Completes the build folder to a package: declarations, package.json, README, licence. */
function asPackage(): Plugin {
  let folder = ''
  return {
    name: 'connector-kit-package',
    configResolved: (config) => {
      folder = path.resolve(config.root, config.build.outDir)
    },
    closeBundle: async () => {
      await writeKitTypes()
      await emitDeclarations({ root, folder, project: 'connectors/kit/tsconfig.package.json' })
      const { version, license } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
      const manifest = {
        name: 'seller-hub-connector-kit',
        version,
        license,
        description: 'Connects a shop that exists to the Seller Hub.',
        type: 'module',
        exports: { types: './types/connectors/kit/index.d.ts', default: './connector-kit.js' },
        engines: { node: `>=${oldestNode}` },
        // Of the outbox in PostgreSQL only.
        peerDependencies: { pg: '8' },
        peerDependenciesMeta: { pg: { optional: true } },
      }
      await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
      await copyFile(path.join(root, 'connectors/README.md'), path.join(folder, 'README.md'))
      await copyFile(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
    },
  }
}

/** `npm run build:kit`: one ES module and type declarations in build/connector-kit, ready for `npm pack`. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [asPackage()],
  build: {
    outDir: 'build/connector-kit',
    emptyOutDir: true,
    target: `node${oldestNode}`,
    minify: false,
    lib: { entry: 'connectors/kit/index.ts', formats: ['es'], fileName: () => 'connector-kit.js' },
    rolldownOptions: { external: /^(node:|pg$)/ },
  },
})
