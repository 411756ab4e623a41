import './node-version.mjs'

// Installs the packages alone, for a layer of the image.
void import('./setup.mjs').then(async ({ install, fail }) => {
  await install().catch(fail)
})
