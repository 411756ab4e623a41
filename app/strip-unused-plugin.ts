import type { ESTree, Plugin } from 'vite'

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

/** Whether a statement only sets `Component.displayName`, which marks the component as used. */
function givesDisplayName(statement: ESTree.Statement): boolean {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') return false
  const { left } = statement.expression
  return left.type === 'MemberExpression' && left.property.type === 'Identifier' && left.property.name === 'displayName'
}

const router = /\/react-router\/.*\/lib\/router\/router\.js$/
const routerElements = /\/react-router\/.*\/lib\/components\.js$/
const routerDom = /\/react-router\/.*\/lib\/dom\/lib\.js$/

/** Code that pages do not use, and what stands for it; blanked in place so that source maps stay valid. */
const unused: [file: RegExp, text: RegExp, instead: string][] = [
  [router, /init\.instrumentations/g, 'void 0'],
  // Methods for fetchers, blockers and HMR.
  [router, /(?<=\n\t\t)(?:fetch|getFetcher|resetFetcher|getBlocker|deleteBlocker|_internalSetRoutes),(?=\n)/g, ''],
  // The browser runs no middleware, and pages have their own data strategy.
  [router, /(?<=\n\t\t)runClientMiddleware(?=\n)|\|\| defaultDataStrategyWithMiddleware/g, ''],
  // Nothing blocks navigation, and scripts of routes are functions (`web/router/browser.tsx`).
  [router, /(?<=let blockerKey = )shouldBlockNavigation\(\{[^}]*\}\)/g, 'void 0'],
  [router, /(?<=let lazyMiddlewarePromise = )loadLazyRouteProperty\(\{[^}]*\}\)/g, 'void 0'],
  [router, /typeof route\.lazy === "function"(?=\) \{)/g, 'true'],
  // The router's own prefetching and hydration data (`web/router/prefetch.ts`, `web/router/browser.tsx`).
  [routerDom, /shouldPrefetch && !isAbsolute/g, 'void 0'],
  [routerDom, /\|\| parseHydrationData\(\)/g, ''],
  // View transitions.
  [routerElements, /!viewTransitionOpts \|\| !isViewTransitionAvailable/g, 'true'],
  [routerElements, /renderDfd && pendingState && router\.window/g, 'void 0'],
  // The hub gives all of the kit's labels (`app/shui-labels.ts`).
  [/\/shui\/labels\.ts$/, /(?<=const defaultLabels: ShuiLabels = \{).*?(?=\n\})/gs, ''],
  // Server HTML, which hydration leaves alone.
  [/\/shui\/old-browser\/old-browser-notice\.tsx$/, /(?<=const (?:script|style) = )`[^`]*`/g, "''"],
]

const reactDom = /\/react-dom-client\.production\.js$/

/** Functions of React DOM for what no page has; emptied. `reactExports` refuses the imports that need them. */
const neverRun = [
  // View transitions.
  'applyViewTransitionName applyViewTransitionToHostInstancesRecursive commitAppearingPairViewTransitions',
  'commitDeletedPairViewTransitions commitEnterViewTransitions commitExitViewTransitions commitNestedViewTransitions',
  'createViewTransitionInstance getViewTransitionClassName getViewTransitionName measureNestedViewTransitions',
  'measureViewTransitionHostInstancesRecursive restoreEnterOrExitViewTransitions restoreNestedViewTransitions',
  'restorePairedViewTransitions restoreViewTransitionName restoreViewTransitionOnHostInstances',
  'scheduleViewTransitionEvent startViewTransition ViewTransitionPseudoElement',
  // References to fragments.
  'addFragmentHandleToFiber commitFragmentInstanceDeletionEffects commitFragmentInstanceInsertionEffects',
  'commitNewChildToFragmentInstance commitNewChildToFragmentInstances deleteChildFromFragmentInstance FragmentInstance',
  // Activities, lists of boundaries, functions as actions of forms, the compiler's memory.
  'mountActivityChildren retryActivityComponentWithoutHydrating updateActivityComponent updateSuspenseListComponent',
  'dispatchActionState ensureFormComponentIsStateful mountActionState rerenderActionState runActionStateAction',
  'startHostTransition updateActionState updateActionStateImpl useMemoCache',
  // Custom elements, style sheets with a precedence, files asked for by components.
  'insertStylesheetIntoRoot insertSuspendedStylesheets isCustomElement preloadStylesheet setPropOnCustomElement',
  'preconnect prefetchDNS preinitModuleScript preinitScript preinitStyle preload preloadModule suspendResource',
  // The components around an error, which nothing shows.
  'getStackByFiberInDevAndProd',
].flatMap((line) => line.split(' '))

/** Empties `neverRun` and drops the methods of classes among them; fails if React has none of a name. */
function withoutNeverRun(code: string, { body }: ESTree.Program): string {
  const left = new Set(neverRun)
  const spans = body.flatMap((statement) => {
    if (statement.type === 'FunctionDeclaration' && left.delete(statement.id?.name ?? ''))
      return statement.body ? [{ start: statement.body.start + 1, end: statement.body.end - 1 }] : []
    return neverRun.some((name) => code.startsWith(`${name}.prototype.`, statement.start)) ? [statement] : []
  })
  if (left.size > 0) throw new Error(`React DOM has no ${[...left].join(', ')}`)
  return withoutSpans(code, spans)
}

const withoutSpans = (code: string, spans: readonly { start: number; end: number }[]) =>
  spans.reduce((text, { start, end }) => text.slice(0, start) + blank(text.slice(start, end)) + text.slice(end), code)

const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ')

/** Removes package code for other browsers, other programs and development from the browser bundle (decision 19). */
export function stripUnusedCode(): Plugin {
  return {
    name: 'seller-hub:left-out',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    configEnvironment: (name) => (name === 'client' ? { define: constants, build: { rolldownOptions } } : null),
    transform: {
      filter: { id: [reactDom, /\/node_modules\/react-router\/.*\.js$/, ...unused.map(([file]) => file)] },
      handler(code, id) {
        if (reactDom.test(id)) return { code: withoutNeverRun(code, this.parse(code)), map: null }
        const names = id.includes('node_modules') ? this.parse(code).body.filter(givesDisplayName) : []
        const without = withoutSpans(code, names)
        const texts = unused.filter(([file]) => file.test(id))
        const replaced = texts.reduce(
          (text, [, part, instead]) => text.replace(part, (found) => instead + blank(found.slice(instead.length))),
          without,
        )
        return { code: replaced, map: null }
      },
    },
  }
}
