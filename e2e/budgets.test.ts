import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { budgets } from '#bench/budgets.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { scriptsOf } from '#web/router/page-state.ts'
import type { BuiltRoute, PageBuild } from '#web/router/page-build.ts'
import { sizeOf } from './script-size.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Beside scripts: the page, its sheet, the font, the icon, the reader's texts and the measurement of speed. */
const otherRequests = 6

const build = (await import(path.join(root, 'build/server/index.js'))) as PageBuild

/** A page's scripts: those of the frame around it come first. */
function filesOf(route: BuiltRoute): Set<string> {
  const chain = [route]
  for (let id = route.parentId; id !== undefined; id = chain[0]?.parentId)
    chain.unshift(
      assertDefined(
        build.routes.find((each) => each.id === id),
        id,
      ),
    )
  const own = chain.flatMap(({ file }) => build.files.pages[file] ?? [])
  return new Set(scriptsOf([build.files.entry, ...own]))
}

const routeOf = (file: string) =>
  assertDefined(
    build.routes.find((route) => route.file === file),
    file,
  )

describe('the scripts', () => {
  it('of the frame around every page are within their budget', async () => {
    const size = await sizeOf(filesOf(routeOf('app/shell/shell-layout.tsx')))
    // React and the router are about 104 KB.
    expect(size).toBeGreaterThan(budgets.firstScript / 2)
    expect(size).toBeLessThanOrEqual(budgets.firstScript)
  })

  it('of each page are within its budget, and few', async () => {
    const pages = build.routes.filter(({ file }) => build.files.pages[file])
    expect(pages.length).toBeGreaterThan(50)
    const ofOrders = filesOf(routeOf('app/list-page.tsx'))
    for (const page of pages) {
      const files = filesOf(page)
      const later = new Set([...files].filter((file) => !ofOrders.has(file)))
      expect(await sizeOf(files), page.file).toBeLessThanOrEqual(budgets.pageScript)
      expect(await sizeOf(later), page.file).toBeLessThanOrEqual(budgets.laterScript)
      expect(files.size + otherRequests, page.file).toBeLessThanOrEqual(budgets.requests)
    }
  })
})
