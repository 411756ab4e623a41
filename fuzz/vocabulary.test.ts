import { expect, it } from 'vitest'
import { createSay } from '#server/say.ts'
import { printLinks } from '#server/welcome.ts'
import { signInLinks } from './vocabulary.ts'

it.each([true, false])('sign-in links are found in what a hub prints, in a terminal: %s', (isTTY) => {
  let output = ''
  const say = createSay({ isTTY, write: (text) => (output += text) }, {})
  const link = 'http://localhost:3000/sign-in/link?token=a-1'
  printLinks([{ name: 'Ann (owner)', link }], say)
  expect(signInLinks(output)).toEqual([{ name: 'owner', link }])
})
