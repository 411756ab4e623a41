import path from 'node:path'
import { runTool } from './run-tool.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const node = path.join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

/** Writes the connector kit's types of the hub, which type checks read and no program. */
export const writeKitTypes = () =>
  runTool(node, ['connectors/kit/package/write-types.ts'], {
    cwd: root,
    failure: 'The types of the connector kit could not be written',
  })
