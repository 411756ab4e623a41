import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { timetable } from './timetable.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '..')

// Per folder, a planted file that imports what the folder must not import.
const forbidden: [folder: string, imports: string][] = [
  ['lib', '#db/client.ts'],
  ['shui', 'react-router'],
  ['shui', '#features/order/order.ts'],
  ['db', '#features/order/order.ts'],
  ['texts', '#shui/context.tsx'],
  ['lib', '#web/paths.ts'],
  ['web', '#features/order/order.ts'],
  ['web', '#server/config.ts'],
  ['web', 'react-router/dom'],
  ['app', 'react-router'],
  ['features/orders/order-list', 'react-router'],
  ['server', '@react-router/node'],
  ['api', 'react-router'],
  ['e2e', 'react-router'],
  ['web/router', '#features/order/order.ts'],
  ['features', '#app/routes.ts'],
  ['features', '#server/http.ts'],
  ['features', '#features/orders/orders-page.tsx'],
  ['marketplace', '#web/paths.ts'],
  ['api', '#server/config.ts'],
  ['features', '#api/problem.ts'],
  ['features/core/order', '#features/machinery/grid/list.ts'],
  ['features/orders/order-list', '#features/order-page/read/order-page.server.ts'],
  ['features/order-page', '#features/payments/payouts/payout-states.ts'],
  ['features/payments/payouts', '#features/reports/runs/reports-navigation.ts'],
  ['features/people/accounts', '#features/orders/order-list/order-words.ts'],
  ['features/reports/runs', '#features/developers/webhooks/event.ts'],
  ['features/developers/webhooks', '#features/insights/sales/sales.ts'],
  ['features/insights/sales', '#features/settings/find/places.ts'],
  ['features/settings/find', '#features/home/tasks/tasks-read.server.ts'],
  ['features/home/tasks', '#features/operator/erasure/erasures-db.server.ts'],
  ['features/operator/erasure', '#app/routes.ts'],
  ['examples', '#api/problem.ts'],
  ['examples', '#features/order/order.ts'],
  ['connectors/kit', '#api/problem.ts'],
  ['connectors/example', '#features/order/order.ts'],
]

// Planted in a separate folder under the project's lint rules, because other checks run at the same time.
const copy = await mkdtemp(path.join(tmpdir(), 'hub-boundaries-'))
await copyFile(path.join(root, '.oxlintrc.json'), path.join(copy, '.oxlintrc.json'))
for (const [index, [folder, imports]] of forbidden.entries()) {
  await mkdir(path.join(copy, folder), { recursive: true })
  await writeFile(
    path.join(copy, folder, `planted-${index}.ts`),
    `import * as planted from '${imports}'\n\nexport const use = planted\n`,
  )
}

afterAll(() => rm(copy, { recursive: true }))

it('lint refuses each import that points the wrong way', async () => {
  const files = forbidden.map(([folder], index) => `${folder}/planted-${index}.ts`)
  const output = await run(path.join(root, 'node_modules/.bin/oxlint'), ['--format', 'unix', ...files], {
    cwd: copy,
  }).then(
    ({ stdout }) => stdout,
    (failure: { stdout: string }) => failure.stdout,
  )
  const refused = files.filter((file) =>
    output.split('\n').some((line) => line.startsWith(file) && line.includes('no-restricted-imports')),
  )
  expect(refused).toEqual(files)
})

describe('statements over all sellers', () => {
  it('are only in jobs, operators’ pages and importers', () => {
    const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
    const jobs = globSync('server/*-jobs.ts', { cwd: root }).map(textOf).join()
    const says = globSync('{api,app,features,server,texts,web}/**/*.{ts,tsx}', { cwd: root })
      .filter((file) => /\boverAllSellers\b|\bworkBySeller\b/.test(textOf(file)))
      .toSorted()
    expect(says).toContain('features/operator/console/sellers-db.server.ts')
    const others = says.filter((file) => !file.startsWith('features/operator/console/') && !jobs.includes(`'#${file}'`))
    // The list of sellers for a key of the whole marketplace; used by the operator's page, the command and the API that
    // erase buyers, and by the jobs that remove unused pictures and mail tasks. The doctor checks the books.
    expect(others).toEqual([
      'api/sellers.ts',
      'features/core/ledger/check-ledger-db.server.ts',
      'features/core/listing-pictures/pictures-db.server.ts',
      'features/home/task-mails/task-mails-db.server.ts',
      'features/operator/erasure/erasures-db.server.ts',
      'web/work-by-seller.ts',
    ])
  })

  it('are listed with their cost, each job by its name (docs/scale-out.md)', () => {
    const document = readFileSync(path.join(root, 'docs/scale-out.md'), 'utf8')
    const [, listed = ''] = /\n## What asks every server\n(.*?)\n## /s.exec(document) ?? []
    expect(Object.keys(timetable).filter((job) => !listed.includes(`\`${job}\``))).toEqual([])
  })
})
