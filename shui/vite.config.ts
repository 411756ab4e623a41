import { copyFile, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { buildTarget } from '../lib/old-browser.ts'
import { ownIcons } from './package/icons-plugin.ts'
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
        main: './shui.js',
        types: './types/shui/index.d.ts',
        exports: {
          '.': { types: './types/shui/index.d.ts', default: './shui.js' },
          './shui.css': { types: './types/sheet.d.ts', default: './shui.css' },
          './reset.css': { types: './types/sheet.d.ts', default: './reset.css' },
        },
        peerDependencies: { react: '^19.0.0', 'react-dom': '^19.0.0' },
      }
      await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
      // Imports of style sheets are checked too.
      await writeFile(path.join(folder, 'types/sheet.d.ts'), 'export {}\n')
      const sheets = await Promise.all(['reset', 'boxes'].map((name) => readFile(path.join(root, `shui/${name}.css`))))
      await writeFile(path.join(folder, 'reset.css'), Buffer.concat(sheets))
      await copyFile(path.join(root, 'shui/README.md'), path.join(folder, 'README.md'))
      await copyFile(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
    },
  }
}

/**
 * `npm run build:shui`: ES modules, two style sheets and type declarations in build/shui, ready for `npm pack`. A module
 * each, so that bundlers leave out what a page does not use, and load dialogs on demand.
 */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [ownIcons(), asPackage()],
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
      output: {
        banner: "'use client'",
        preserveModules: true,
        preserveModulesRoot: root,
        entryFileNames: ({ name }) =>
          name === 'shui/index' ? 'shui.js' : `modules/${name.replace(/^.*node_modules\//, '')}.js`,
      },
      onwarn: (warning, warn) => {
        // Drops directives of icons; the banner covers the module.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
})
