import './node-version.mjs'

void import('./setup.mjs').then(async ({ install, fail }) => {
  await install().catch(fail)
  const { runChecks } = await import('./checks.mjs')
  const passed = await runChecks().catch(fail)
  process.exit(passed ? 0 : 1)
})
