import type { ESTree, Plugin } from 'vite'

/**
 * Package files that the hub does not need, and their replacements. The build fails if a file is gone or other exports
 * are imported: check whether the hub still does without it.
 */
const standIns = new Map([
  [
    // Instruments loaders and navigations for routers with `instrumentations`, which the hub does not use.
    'node_modules/react-router/dist/production/lib/router/instrumentation.js',
    `const leftOut = undefined
    export { leftOut as getRouteInstrumentationUpdates, leftOut as instrumentClientSideRouter }
    export { leftOut as instrumentHandler, leftOut as instrumentationResultMetaContext }
    // Called at each navigation; returns nothing without instrumentation.
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined`,
  ],
  [
    // Wraps each import() to preload dependencies. Vite's own also waits for style sheets, which chunks of the hub do
    // not have.
    'vite/preload-helper.js',
    `const asked = new Set()
    export const __vitePreload = (load, files = []) => {
      for (const file of files) {
        if (asked.has(file)) continue
        asked.add(file)
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }))
      }
      return load()
    }`,
  ],
])

/** Router functions that only warn in development, and factories of components and contexts, removed if unused. */
const manualPureFunctions =
  'warning warningOnce warnOnce React$1.createContext React$1.forwardRef React$1.memo createContext forwardRef lazy memo'.split(
    ' ',
  )
const rolldownOptions = { treeshake: { manualPureFunctions } }

/** Features that all supported browsers (`lib/old-browser.ts`) have or lack, so that fallbacks are removed. */
const known = {
  object: 'window document performance Reflect',
  function:
    'AbortController MessageChannel Promise WeakMap WeakSet clearTimeout queueMicrotask reportError requestAnimationFrame setTimeout performance.now performance.getEntriesByType window.ErrorEvent window.document.createElement',
  undefined: 'process setImmediate',
}

/** The same in the bundler's format; development runs `npm run dev`. */
const constants = {
  ...Object.fromEntries(
    Object.entries(known).flatMap(([type, names]) =>
      names.split(' ').map((name) => [`typeof ${name}`, JSON.stringify(type)]),
    ),
  ),
  'document.documentMode': 'undefined',
  __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
}

/** Component names for developer tools; setting one marks a component as used. */
const displayNames = 'displayName'

/** Whether a statement only sets `Component.displayName`. */
function givesDisplayName(statement: ESTree.Statement): boolean {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') return false
  const { left } = statement.expression
  return left.type === 'MemberExpression' && left.property.type === 'Identifier' && left.property.name === displayNames
}

/** Removes package code for other browsers, other programs and development from the browser bundle. */
export function stripUnusedCode(): Plugin {
  const found = new Set<string>()
  return {
    name: 'seller-hub:left-out',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    configEnvironment: (name) => (name === 'client' ? { define: constants, build: { rolldownOptions } } : null),
    load(id) {
      for (const [file, standIn] of standIns) {
        if (!id.replaceAll('\\', '/').replace('\0', '/').endsWith(`/${file}`)) continue
        found.add(file)
        return standIn
      }
      return null
    },
    transform: {
      filter: { id: /\/node_modules\/react-router\/.*\.js$/, code: 'displayName' },
      handler(code) {
        const names = this.parse(code).body.filter(givesDisplayName)
        if (names.length > 0) found.add(displayNames)
        // Edited in place, so that the source map stays valid.
        const without = names.reduce(
          (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
          code,
        )
        return { code: without, map: null }
      },
    },
    buildEnd(error) {
      const missing = [...standIns.keys(), displayNames].filter((file) => !found.has(file))
      if (!error && missing.length > 0) throw new Error(`nothing to leave out: ${missing.join(', ')}`)
    },
  }
}
