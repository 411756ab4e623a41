import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

// As React DOM finds them.
const { resolve } = createRequire(createRequire(import.meta.url).resolve('react-dom/package.json'))
const inPackage = (source: string, file: string) =>
  path.join(path.dirname(resolve(`${source}/package.json`)), `cjs/${file}.production.js`)

/** React's production files by the name that imports them. */
const files = new Map([
  ['react', inPackage('react', 'react')],
  ['react/jsx-runtime', inPackage('react', 'react-jsx-runtime')],
  ['react-dom', inPackage('react-dom', 'react-dom')],
  ['react-dom/client', inPackage('react-dom', 'react-dom-client')],
  ['scheduler', inPackage('scheduler', 'scheduler')],
])

/** What needs functions that `stripUnusedCode` empties: importing it fails the build. */
const refused =
  /^(Activity|ViewTransition|addTransitionType|useActionState|useForm\w+|requestFormReset|pre\w+|unstable_use\w+)$/

/**
 * Turns React's CommonJS files into ES modules for the browser bundle, so that what nobody imports of them is left out.
 * Otherwise the bundler keeps them whole, and wraps React in each file.
 */
export function reactExports(): Plugin {
  return {
    name: 'seller-hub:react-exports',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: (source) => files.get(source) ?? null,
    transform: {
      filter: { id: [...files.values()] },
      handler(code, id) {
        const names = [...code.matchAll(/^exports\.(\w+) =/gm)].map(([, name = '']) => name)
        const offered = names.filter((name) => !refused.test(name)).map((name) => `$${name} as ${name}`)
        const body = code
          .replaceAll(/^(?:var)? *(\w+) = require\("([\w-]+)"\)[,;]/gm, 'import * as $1 from "$2";')
          .replaceAll(/^exports\./gm, 'let $')
          .replaceAll(/\bexports\./g, '$')
        const all = `export { ${offered.join(', ')} }\nexport * as default from ${JSON.stringify(id)}`
        return { code: `${body}\n${all}`, map: null }
      },
    },
  }
}
