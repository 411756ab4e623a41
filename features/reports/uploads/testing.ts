import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import type { TestBrowser } from '#features/people/accounts/testing-browser.ts'
import type { TestServices } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import * as resource from '../runs/report-file-resource.ts'
import { runFileJob } from '../testing.ts'
import * as page from '../upload-page/upload-page.tsx'

/** The pages of uploads, used by one member unless a test names another. */
export function uploadPages({ hub, browser }: { hub: TestServices; browser: TestBrowser }) {
  /** Uploads text as a file; returns the upload's id. */
  async function upload(text: string, by = browser): Promise<string> {
    const { status, location, data } = await by.post(page, paths.uploads, {
      step: 'read',
      kind: 'listings',
      pasted: text,
    })
    expect(status, JSON.stringify(data)).toBe(303)
    return new URL(location ?? '', 'http://hub').searchParams.get('file') ?? ''
  }

  const modelOf = async (id: string, show?: string, by = browser) =>
    (await by.get(page, paths.upload(id, show))).data.file

  /** Rows of a tab in short. */
  async function linesOf(id: string, show: string): Promise<string[]> {
    const { lines } = await modelOf(id, show)
    return lines.map(({ row, summary, problems }: Record<string, string>) =>
      [row, summary, problems].filter(Boolean).join(' | '),
    )
  }

  const step = async (id: string, name: string, fields: Record<string, string> = {}) =>
    browser.post(page, paths.uploads, { step: name, file: id, check: (await modelOf(id)).check, ...fields })

  const work = () => runFileJob(hub)

  /** Uploads and applies a file; returns its id. */
  async function apply(text: string): Promise<string> {
    const id = await upload(text)
    expect((await step(id, 'apply')).status).toBe(303)
    await work()
    return id
  }

  /** The records of a result file. */
  const resultOf = async (id: string): Promise<Record<string, string>[]> =>
    parse(await browser.download(resource, paths.reportFile(id)), { bom: true, columns: true })

  return { upload, modelOf, linesOf, step, work, apply, resultOf }
}
