import { copyFile, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { buildTarget } from '../lib/old-browser.ts'
import { emitDeclarations } from './package/emit-declarations.ts'

const root = path.resolve(fileURLToPath(import.meta.url), '../..')

/** Completes the build folder to a package: declarations, package.json, README, licence. */
function asPackage(): Plugin {
  let folder = ''
  return {
    name: 'shui-package',
    configResolved: (config) => {
      folder = path.resolve(config.root, config.build.outDir)
    },
    closeBundle: async () => {
      await emitDeclarations({ root, folder, project: 'shui/tsconfig.package.json' })
      const { version, license } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
      const manifest = {
        name: 'shui',
        version,
        license,
        description: "The Seller Hub's UI kit: view models in, React out.",
        type: 'module',
        sideEffects: ['*.css'],
        exports: {
          '.': { types: './types/shui/index.d.ts', default: './shui.js' },
          './shui.css': './shui.css',
        },
        peerDependencies: { react: '^19.0.0', 'react-dom': '^19.0.0' },
      }
      await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
      await copyFile(path.join(root, 'shui/README.md'), path.join(folder, 'README.md'))
      await copyFile(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
    },
  }
}

/** `npm run build:shui`: one ES module, one style sheet and type declarations in build/shui, ready for `npm pack`. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [asPackage()],
  oxc: { jsx: { runtime: 'automatic', development: false } },
  css: { modules: { generateScopedName: 'shui-[local]-[hash:base64:5]' } },
  build: {
    outDir: 'build/shui',
    emptyOutDir: true,
    target: buildTarget,
    minify: false,
    lib: { entry: 'shui/index.ts', formats: ['es'], fileName: () => 'shui.js', cssFileName: 'shui' },
    rolldownOptions: {
      // Icons are bundled, so that the package depends on React only.
      external: /^react(-dom)?(\/|$)/,
      output: { banner: "'use client'", codeSplitting: false },
      onwarn: (warning, warn) => {
        // Drops directives of icons; the banner covers the module.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
})
