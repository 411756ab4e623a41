// Runs first, on any version of Node: use only old syntax.
var version = process.versions.node.split('.').map(Number)
if (Number(version[0]) * 100 + Number(version[1]) < 2019) {
  console.error(
    'The Seller Hub needs Node 20.19 or newer to start, and this is ' +
      process.version +
      '. Install a current Node from nodejs.org and try again.',
  )
  process.exit(1)
}
