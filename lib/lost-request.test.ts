import { expect, it } from 'vitest'
import { isLostRequest } from './lost-request.ts'

it.each([
  [new DOMException('The operation was aborted.', 'AbortError')],
  [new TypeError('NetworkError when attempting to fetch resource.')],
  [new TypeError('Failed to fetch')],
  [new TypeError('Load failed')],
])('%s is no error of a script', (reason) => expect(isLostRequest(reason)).toBe(true))

it.each([
  [new TypeError('Failed to fetch dynamically imported module: https://hub.example/a.js')],
  [new TypeError('error loading dynamically imported module')],
  [new TypeError('a is undefined')],
  [new Error('Failed to fetch')],
  ['Failed to fetch'],
  [null],
  [undefined],
])('%s is one', (reason) => expect(isLostRequest(reason)).toBe(false))
