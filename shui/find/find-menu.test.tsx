import { expect, it } from 'vitest'
import { renderHtml } from '../testing.tsx'
import { FindMenu } from './find-menu.tsx'

const words = { label: 'Find or go to', what: '', none: '', lost: '', again: '', choose: '', open: '', hint: '' }

it('is a dialog labelled by its heading', () => {
  const rest = { found: null, isLost: false, isEntered: false, readTyped: () => '', onAsk: () => {}, onClose: () => {} }
  const { html } = renderHtml(<FindMenu words={words} {...rest} />)
  const id = /^<dialog aria-labelledby="(.+?)">/.exec(html)?.[1]
  expect(html).toContain(`<h2 id="${id}"><span>Find or go to</span></h2>`)
})
