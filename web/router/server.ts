// What renders and serves pages.
export { createReadableStreamFromReadable } from '@react-router/node'
export {
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RequestHandler,
  type ServerBuild,
} from 'react-router'
