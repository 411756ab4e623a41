import { globSync } from 'node:fs'
import path from 'node:path'
import { longImportTest } from './testing-order.ts'

/**
 * What a run tests: `core` is `npm test`, `all` is `npm run test:all`. Tests chosen by name that need no database are
 * `units`, other chosen ones are `chosen`.
 */
export type TestScope = 'core' | 'all' | 'units' | 'chosen'

export const testScope = (process.env.TESTS ?? 'chosen') as TestScope

/** Whether tests that take seconds are left to `npm run test:all`, in files that `npm test` runs. */
export const isCoreRun = testScope === 'core'

/** Slow tests of the importer, the demo, the development server, updates and lifecycles: run by name only (decision 20). */
const byNameOnly = [
  longImportTest,
  'features/orders/order-files/online-retail-facts.test.ts',
  'marketplace/demo/again.db.test.ts',
  'server/development.process.test.ts',
  '**/moments.process.test.ts',
  'server/rolling.process.test.ts',
]

/** Journeys of `npm test`: each wing of the hub, and the specification. */
export const coreJourneys = new Set(
  [
    'accounts',
    'budgets',
    'cases',
    'frame',
    'http',
    'inventory',
    'listings',
    'orders',
    'overview',
    'payments',
    'ship-order',
    'uploads',
  ].map((name) => `e2e/${name}.test.ts`),
)

/** Long tests that `npm run test:all` alone runs: whole marketplaces, storms, random requests, every form of the schema, linters of the API. */
const longTests = [
  'api/fuzz.db.test.ts',
  'api/kits-storm.db.test.ts',
  'api/openapi-rules.test.ts',
  'api/restored.db.test.ts',
  'api/sell/fuzz.db.test.ts',
  'app/data-access.db.test.ts',
  'bench/storm/storm.db.test.ts',
  'cli/cancellable.db.test.ts',
  'cli/doctor-command.db.test.ts',
  'cli/simulate-command.db.test.ts',
  'db/backup.db.test.ts',
  'db/migrate.db.test.ts',
  'db/own-schema.db.test.ts',
  'features/operator/console/health.db.test.ts',
  'features/operator/console/remove-seller.db.test.ts',
  'features/reports/upload-page/moving-in.db.test.ts',
  'features/shipping/labels/labels-storm.db.test.ts',
  'marketplace/olist/*.db.test.ts',
  'server/sales-figures.db.test.ts',
  'server/sold-days.db.test.ts',
  'shui/models.test.tsx',
]

/** Programs beside the hub have tests of their own, which `npm run test:all` runs. */
const besides = ['connectors/**', 'examples/**']

const root = path.resolve(import.meta.dirname, '..')

/** Globs of test files that a run leaves out. */
export function excludedTests(scope: TestScope): readonly string[] {
  if (scope === 'all') return byNameOnly
  if (scope !== 'core') return []
  const journeys = globSync('e2e/**/*.test.ts', { cwd: root }).filter((file) => !coreJourneys.has(file))
  return [...byNameOnly, ...longTests, ...besides, '**/*.process.test.ts', ...journeys]
}
