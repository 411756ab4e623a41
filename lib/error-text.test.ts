import { expect, it } from 'vitest'
import { errorCode, errorText } from './error-text.ts'

it('contains the message and code, whatever was thrown', () => {
  const missing = Object.assign(new Error('no such file'), { code: 'ENOENT' })
  expect([errorText(missing), errorCode(missing)]).toEqual(['no such file', 'ENOENT'])
  expect([errorText('halted'), errorCode('halted')]).toEqual(['halted', ''])
  expect([errorText(null), errorCode(null), errorCode({ code: 7 })]).toEqual(['null', '', ''])
})
