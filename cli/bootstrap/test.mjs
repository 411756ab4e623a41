import './node-version.mjs'

// `--all`: `npm run test:all`.
const words = process.argv.slice(2).filter((word) => word !== '--all')
const scope = process.argv.includes('--all') ? 'all' : 'core'

void import('./setup.mjs').then(async ({ install, requireWritable, fail }) => {
  await requireWritable().catch(fail)
  await install({ forDevelopment: true }).catch(fail)
  const { runChecks } = await import('./checks.mjs')
  const { runPart } = await import('./part.mjs')
  const passed = await (words.length > 0 ? runPart(words) : runChecks(scope)).catch(fail)
  process.exit(passed ? 0 : 1)
})
